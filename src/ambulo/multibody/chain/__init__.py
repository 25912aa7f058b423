"""Chains of point masses on massless segments (Patel 2004), in angles and in unit vectors."""
