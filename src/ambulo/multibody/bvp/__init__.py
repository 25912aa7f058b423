"""The boundary method: movements between two postures with no muscle in between (Patel 2004)."""
