"""The boundary method: movements between two postures without muscles (Patel 2004)."""
