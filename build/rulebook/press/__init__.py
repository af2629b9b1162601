"""The editions of a book beside the one for a screen: for a press, with little ink, on other paper, as a booklet."""
