"""The HTTP interface and the descriptions made from its types."""
