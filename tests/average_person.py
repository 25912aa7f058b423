"""A person of average proportions, with any of the skeletons."""

from ambulo.model.scaling import build_model
from ambulo.model.standing_posture import generic_geometry
from ambulo.records import Subject


def average_person(skeleton="body18", mass=80.0, height=1.8, sex="m"):
    joints, ends = generic_geometry(skeleton, height, sex)
    return build_model(skeleton, joints, ends, Subject(mass=mass, height=height, sex=sex))
