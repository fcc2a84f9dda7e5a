"""`python -m erre` is the `erre` command."""

from erre.cli.main import main

main()
