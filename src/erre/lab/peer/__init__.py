"""Our search in a game of a public framework: OpenSpiel's oh_hell, against OpenSpiel's own search.

`python -m erre.lab.peer` plays the comparison. The same trainer that trains the networks of our bots can train one for
this game (`erre train oh_hell`), although nobody can sit down at it: `game` is the contract, `features` what a network
sees, `training` the task, and `learned` how our side plays by a network.
"""
