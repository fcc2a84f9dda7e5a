"""The `erre` command: one module per group of subcommands."""
