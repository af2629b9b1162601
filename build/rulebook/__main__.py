"""`python -m rulebook`."""

from rulebook.cli import main

main()
