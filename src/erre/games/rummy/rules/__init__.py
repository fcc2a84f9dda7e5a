"""Rummy: the rules, a module for each chapter of RULES.md.

| module | what it holds |
|---|---|
| `preparation` | chapter 0 |
| `turn`, `time_up` | chapter 1 |
| `first_lay` | chapter 2, and the first lay of kernels |
| `melds`, `no_meld` | chapter 3, and what jokers stand for; why a row of tiles is no meld |
| `jokers`, `tables_compared` | what may become of jokers on the table: chapter 5 |
| `layouts` | a whole table as it was written, matched with tiles |
| `lay`, `adding` | chapter 5: a lay is checked; lays that kernels play by number |
| `end` | chapters 6 and 7 |
| `play` | the verbs of the kernels, and the run of the game between moves |

The readings of chapter 8 stand where the rule is that they belong to.
"""

from __future__ import annotations

from erre.games.rummy.rules.end import end_lay as end_lay
from erre.games.rummy.rules.end import is_winner as is_winner
from erre.games.rummy.rules.end import total as total
from erre.games.rummy.rules.play import acting as acting
from erre.games.rummy.rules.play import advance as advance
from erre.games.rummy.rules.play import apply as apply
from erre.games.rummy.rules.play import is_automatic as is_automatic
from erre.games.rummy.rules.play import legal as legal
from erre.games.rummy.rules.preparation import set_up as set_up
