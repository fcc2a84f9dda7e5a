"""The lab: simulate, rate, compare."""
