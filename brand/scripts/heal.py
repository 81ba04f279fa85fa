"""Mends the two landscapes in work/: the square snow tile on the left peak (a clipped massif of the
heightfield) is covered with the shaded rock beside it; the cut end of the near row of cypresses dissolves
into mist; pinholes in the trees are closed and their stair-step edges softened."""

import os
import shutil

import numpy as np
from PIL import Image, ImageDraw
from scipy.ndimage import (
    gaussian_filter,
    gaussian_filter1d,
    grey_opening,
    median_filter,
    map_coordinates,
    label,
    binary_dilation,
)

W = os.environ['ART'] + '/work/'
LUM = np.array([0.30, 0.55, 0.15])


def smooth(a, b, x):
    t = np.clip((x - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def load(n):
    """The picture as it was composed; it is kept, so that mending twice mends once."""
    kept = W + n + '-unhealed.png'
    if not os.path.exists(kept):
        shutil.copy(W + n + '.png', kept)
    return np.asarray(Image.open(kept).convert('RGB')).astype(np.float64)


def polymask(shape, pts, feather):
    m = Image.new('L', (shape[1] * 4, shape[0] * 4))
    ImageDraw.Draw(m).polygon([(x * 4, y * 4) for x, y in pts], fill=255)
    m = np.asarray(m.resize((shape[1], shape[0]), Image.BOX)) / 255.0
    return gaussian_filter(m, feather)


def clone(a, pts, dx, dy, feather, gain=1.0, off=0.0):
    m = polymask(a.shape, pts, feather)[..., None]
    src = np.roll(a, (-dy, -dx), (0, 1)) * gain + off
    return a * (1 - m) + src * m


def close_pinholes(a, y0, y1, rng):
    """bright specks thinner than 3 px inside the trees go; edges soften by .6 px; grain is put back"""
    s = a[y0:y1]
    l = s @ LUM
    o = np.stack([grey_opening(s[..., k], (5, 5)) for k in range(3)], -1)
    lo = o @ LUM
    dark = smooth(
        4,
        12,
        np.maximum(
            gaussian_filter1d(median_filter(l, (1, 301), mode='nearest'), 6, axis=0),
            np.percentile(l, 80, axis=1)[:, None],
        )
        - median_filter(l, 7),
    )
    k = smooth(7, 13, l - lo) * dark
    k = gaussian_filter(np.clip(k * 1.5, 0, 1), 0.5)[..., None]
    s = s * (1 - k) + median_filter(s, (5, 5, 1)) * k
    d = (
        dark[..., None]
        * smooth(0, 10, np.arange(y1 - y0))[:, None, None]
        * smooth(0, 10, np.arange(y1 - y0)[::-1])[:, None, None]
    )
    n = gaussian_filter(rng.standard_normal(l.shape), 0.55)
    n *= 1.5 / n.std()
    b = gaussian_filter(s, (0.75, 0.75, 0)) + n[..., None]
    a[y0:y1] = s * (1 - d) + b * d
    return a


def dissolve(a, axis, x0, y0, yb, seed, squash=0.60):
    """trees between x0 and the mirror axis: darkness over the (mirrored) mist fades, shrinks and sinks to the right"""
    rng = np.random.default_rng(seed)
    h, w, _ = a.shape
    y1 = yb + 14
    X = np.arange(x0, axis)
    Y = np.arange(y0, y1)
    B = a[y0:y1, 2 * axis - X].copy()
    I = a[y0:y1, x0:axis].copy()
    m = (
        gaussian_filter(B @ LUM, 2) - gaussian_filter(I @ LUM, 0.7) > 9
    )  # trees: darker than the mist, standing on the ground
    lab, _ = label(m)
    keep = np.unique(lab[yb - 26 - y0 : yb - 6 - y0])
    m = np.isin(lab, keep[keep > 0])
    m = np.clip(gaussian_filter(binary_dilation(m, iterations=3).astype(float), 1.2) * 1.25, 0, 1)[
        ..., None
    ]
    B = I * (1 - m) + B * m
    D = B - I
    u = (X - x0) / (axis - x0)  # 0 .. 1 along the fade
    s = 1 - (1 - squash) * smooth(0.25, 1, u)
    yy = yb - (yb - Y[:, None]) / s[None, :]
    yy = np.where(Y[:, None] > yb, Y[:, None], yy)
    Dw = np.stack(
        [
            map_coordinates(
                D[..., k],
                [yy - y0, np.broadcast_to(np.arange(len(X)), yy.shape)],
                order=1,
                mode='nearest',
            )
            for k in range(3)
        ],
        -1,
    )
    n = lambda sy, sx: (lambda q: q / q.std())(
        gaussian_filter(rng.standard_normal((len(Y), len(X) + 80)), (sy, sx))[:, 40:-40]
    )
    nz = 0.10 * n(13, 16) + 0.05 * n(5, 9)
    base = 1 - smooth(0.06, 0.90, u[None, :] + nz)  # irregular front
    hgt = (yb - Y)[:, None]
    rise = 4 + 34 * u[None, :] ** 1.2
    sink = 1 - smooth(0.02, 0.45, u)[None, :] * np.exp(
        -np.clip(hgt, 0, 1e3) / rise
    )  # mist stands higher to the right
    f = np.clip(base * sink, 0, 1)
    f = np.where(Y[:, None] > yb, 1 - (1 - f) * np.clip(1 - (Y[:, None] - yb) / 13, 0, 1), f)
    f = f + (1 - f) * (1 - smooth(0, 16, X - x0))[None, :]
    top = smooth(0, 14, Y - y0)[:, None]
    f = 1 - (1 - f) * top
    a[y0:y1, x0:axis] = B - f[..., None] * Dw
    return a


def save(a, n):
    Image.fromarray((np.clip(a, 0, 255) + 0.5).astype(np.uint8)).save(W + n + '.png')


TILE = [
    (398, 318),
    (408, 316.5),
    (468, 314.5),
    (470, 322),
    (462, 334),
    (452, 346),
    (449, 357),
    (440, 361),
    (432, 362.5),
    (420, 362),
    (408, 358.5),
    (401, 354),
    (396, 349),
]
rng = np.random.default_rng(32)
a = load('cordillera')
a = clone(a, TILE, 3, -44, 1.3)
a = close_pinholes(a, 684, 790, rng)
save(dissolve(a, 648, 488, 680, 790, 7), 'cordillera')
a = load('cordillera-vertical')
a = close_pinholes(a, 1096, 1180, rng)
save(dissolve(a, 180, 44, 1092, 1181, 11), 'cordillera-vertical')
