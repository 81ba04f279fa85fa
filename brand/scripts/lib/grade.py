import numpy as np


def filmic(x):  # Hable-ish / ACES fit, soft
    a, b, c, d, e = 2.51, 0.03, 2.43, 0.59, 0.14
    return np.clip((x * (a * x + b)) / (x * (c * x + d) + e), 0, 1)


# duotone ramp: luminance -> warm sepia; stops (0..1 display)
STOPS = [
    (0, '1a110b'),
    (0.16, '36251a'),
    (0.36, '72563f'),
    (0.56, 'ad8f71'),
    (0.74, 'dbc6a6'),
    (0.88, 'f1e4cc'),
    (1, 'fdf8ee'),
]


def hexf(h):
    return np.array([int(h[i : i + 2], 16) for i in (0, 2, 4)]) / 255.0


def ramp(l):
    xs = [s[0] for s in STOPS]
    cs = np.array([hexf(s[1]) for s in STOPS])
    return np.stack([np.interp(l, xs, cs[:, i]) for i in range(3)], -1)


def grade(lin, exp=0.62, duo=0.72, contrast=1.10, grain=0.012, seed=3, vig=0.10):
    h, w, _ = lin.shape
    x = filmic(lin * exp)
    x = np.clip(x, 0, 1) ** (1 / 2.2)
    x = np.clip((x - 0.5) * contrast + 0.5, 0, 1)
    l = x @ np.array([0.30, 0.55, 0.15])
    c = x * (1 - duo) + ramp(l) * duo
    yy, xx = np.mgrid[0:h, 0:w]
    r = np.hypot((xx - w / 2) / (w / 2), (yy - h / 2) / (h / 2))
    c = c * (1 - vig * np.clip(r - 0.35, 0, 1)[..., None] ** 2)
    if grain:
        rng = np.random.default_rng(seed)
        n = rng.standard_normal((h, w)).astype(np.float32)

        from scipy.ndimage import gaussian_filter

        n = gaussian_filter(n, 0.55)
        n /= n.std()
        c = c + grain * n[..., None] * (1 - 0.5 * np.abs(2 * l - 1))[..., None]
    return (np.clip(c, 0, 1) * 255 + 0.5).astype(np.uint8)
