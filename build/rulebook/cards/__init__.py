"""Cards: from the decks of a book to sheets for the printer, pages for a press, and pictures for a screen."""
