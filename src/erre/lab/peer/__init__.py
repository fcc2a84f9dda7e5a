"""Our search inside a public framework's game: OpenSpiel's oh_hell, against OpenSpiel's own search."""
