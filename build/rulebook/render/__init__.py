"""From a composed document to a PDF: the page's measures, the engine, and what it has to say."""
