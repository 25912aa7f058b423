"""The motion of the model that follows the measured markers best."""
