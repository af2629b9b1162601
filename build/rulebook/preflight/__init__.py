"""What is wrong with a finished PDF: measured from the file itself, against the measures of the page and the book."""
