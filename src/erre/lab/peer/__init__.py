"""Our search in a game of a public framework: OpenSpiel's oh_hell, against OpenSpiel's own search."""
