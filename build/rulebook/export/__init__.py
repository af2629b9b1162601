"""The rules as JSON: the whole book for programs, in a form that a published JSON Schema describes.

`document` gives the book as JSON's values, `schema` judges them, `writing` puts them into a file. Nothing here knows a
game: what stands in a set, a table or a roster is the book's.
"""
