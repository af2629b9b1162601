"""The checks of a finished PDF: one module each, listed in the registry."""
