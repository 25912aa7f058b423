"""Which Ambulo this is, as every file that it writes says."""

VERSION = "0.1.0"

FORMAT = 2
"""Of what an analysis writes: it goes up where numbers or their names change. Folders of two
formats are not set beside each other; 1 is of those before there was a number."""

SINCE = {
    1: "joint moments were on axes of the marker set, feet rolled with the shank's markers, and "
    "directions were the laboratory's axis",
}
"""What was different in folders of a format, in words."""
