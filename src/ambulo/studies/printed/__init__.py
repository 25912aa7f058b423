"""Numbers that a publication prints: their lists, the rule by which one is met, what was found."""
