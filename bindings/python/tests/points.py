"""points.py - data for the tests."""
import pathlib

import numpy as np

import faircap

ROOT = pathlib.Path(__file__).resolve().parents[3]


def some(n=60, dim=3, clusters=4, seed=1):
    """Points and two groups, a little unbalanced."""
    made = faircap.generate(n, dim=dim, true_clusters=clusters, balance="2/3", random_state=seed)
    return made.X, made.group


def hard(n=800):
    """Points on which a search takes many seconds."""
    random = np.random.default_rng(5)
    return random.normal(size=(n, 8)), random.integers(0, 2, n)
