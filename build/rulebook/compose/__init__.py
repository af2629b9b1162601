"""Composition: a book as the HTML of a product. Import its modules; the checks use some of them, and no templates."""
