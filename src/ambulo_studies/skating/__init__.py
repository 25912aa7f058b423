"""The ski-skater: a ski, a lower leg, an upper leg with the body, and strokes to both sides."""
