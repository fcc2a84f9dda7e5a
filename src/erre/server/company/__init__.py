"""Finding other people: friends, presence, the queue of each game, invitations, blocks and reports."""
