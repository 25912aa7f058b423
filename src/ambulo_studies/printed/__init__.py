"""What four theses print, a list each, and what was found beside it."""

from pathlib import Path

ALNAZER2006 = Path(__file__).with_name("alnazer2006.toml")
BRUZZO2012 = Path(__file__).with_name("bruzzo2012.toml")
PAMIES2012 = Path(__file__).with_name("pamies2012.toml")
PATEL2004 = Path(__file__).with_name("patel2004.toml")
