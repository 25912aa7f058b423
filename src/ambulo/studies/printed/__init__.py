"""Printed numbers of publications: their lists, the rule for agreement, and the stored results."""
