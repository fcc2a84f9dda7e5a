"""Account recovery: lets a person back in after a lost phone (recovery code, passkeys, a link from the operator)."""
