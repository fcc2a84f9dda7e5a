"""Accounts: what lets a person come back after a lost phone (recovery code, passkeys, a link of the operator)."""
