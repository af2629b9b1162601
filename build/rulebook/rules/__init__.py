"""Rules as data: the numbers that prose states, and the formulas by which they are computed.

`numbers` reads a number as an author writes it; `expression` is the language of values and formulas; `book_data`
gives a loaded book's entries to formulas. Nothing here knows a game.
"""
