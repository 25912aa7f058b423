"""Marker names of laboratories that are in none of Ambulo's sets, read as landmarks."""
