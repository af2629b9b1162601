"""The verbs of the command line, a module each, loaded when its verb is called."""
