"""People find each other: friends, presence, the queue of each game, invitations, blocks and reports."""
