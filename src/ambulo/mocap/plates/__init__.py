"""Force plates: channels to wrenches, wrenches to feet."""
