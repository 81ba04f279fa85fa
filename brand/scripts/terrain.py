"""Heightfield of an Andean front: stream-power landscape evolution (implicit FastScape) on a
massif envelope, then droplet erosion + crag noise at fine scale. -> work/height.npy (8 m cells)"""

import sys, time, os

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))
import numpy as np
from heightfield import *

OUT = os.environ['ART'] + '/work/'
seed = int(sys.argv[1]) if len(sys.argv) > 1 else 7
t0 = time.time()
dx = 32.0
W, H = 1024, 1408  # 32.8 km x 45 km
x = (np.arange(W, dtype=np.float32) - W / 2) * dx / 1000
y = np.arange(H, dtype=np.float32) * dx / 1000
X, Y = np.meshgrid(x, y)
n1 = noise(W, H, dx, 1 / 9000.0, 4, seed=seed)
n2 = noise(W, H, dx, 1 / 3000.0, 6, seed=seed + 40)
r1 = noise(W, H, dx, 1 / 7000.0, 6, mode=1, warp=0.35, gain=0.55, seed=seed + 70)
yy = Y + 1.6 * n1  # wobble of the fronts
env = (
    1100
    + Y * 14  # bajada / alluvial fan 1.4 %
    + 500 * smooth(13.5, 19.0, yy)  # precordillera
    + 650 * smooth(19.0, 25.0, yy)
    + 600 * smooth(25.0, 33.0, yy)
)


def g(cx, cy, sx, sy, a, p=0.62):
    return a * np.exp(-((((X - cx) / sx) ** 2 + ((Y - cy) / sy) ** 2 + 0.01) ** p))


massifs = [
    (-4.3, 31.0, 2.7, 3.6, 3900),
    (-6.9, 29.2, 1.6, 2.4, 1300),
    (-10.5, 30.5, 2.0, 3.0, 1900),
    (-14.5, 30, 2.4, 3, 1900),
    (-1.2, 33, 1.6, 2.6, 1500),
    (2.6, 33.5, 2.0, 3.0, 1900),
    (6.3, 29.6, 2.2, 3.0, 2500),
    (8.6, 28.2, 1.8, 2.6, 1800),
    (11.6, 29.5, 2.2, 3.0, 2300),
    (15, 28, 2.2, 3.0, 1700),
]
M = np.zeros_like(X)
for m in massifs:
    M = np.maximum(M, g(*m)) + 0.28 * np.minimum(M, g(*m))
hills = np.clip(n1 * 0.9 + 0.35 * n2 + 0.25, 0, 2)  # broken foothill chain
F1 = (
    (1000 * hills + 420)
    * np.exp(-(((yy - 16.4) / 1.7) ** 2))
    * (0.55 + 0.45 * smooth(-2, 8, X) + 0.5 * smooth(-4, -12, X))
)
F2 = 1100 * np.clip(0.75 - 0.8 * n1 + 0.3 * n2, 0, 2) * np.exp(-(((yy - 21.5) / 2.2) ** 2))
mount = smooth(13.0, 17.0, yy)
h = (env + M * 0.85 + F1 + F2 + mount * (170 * n2 + 520 * (r1 - 0.9) * smooth(17, 25, yy))).astype(
    np.float32
)
h += (1 - mount) * 6 * n2
U = (mount * (0.05e-3 + 0.13e-3 * smooth(17, 27, yy)) + M * 0.155e-6 + (F1 + F2) * 0.12e-6) * (
    1 + 0.2 * n1
)
U = U.astype(np.float32) * 1.15
K = (1.7e-6 * (1 + 0.35 * n2) * np.where(mount > 0.05, 1, 0.25)).astype(np.float32)
fastscape(h, U, K, dx, m=0.47, dt=2.5e4, steps=40, talus=0.86, kd=0.02)
print('fastscape', time.time() - t0, h.min(), h.max())
quick = len(sys.argv) > 2
# --- intermediate detail
h2 = resample(h, 2 * W, 2 * H)
d2 = dx / 2
n = noise(2 * W, 2 * H, d2, 1 / 700.0, 5, mode=1, gain=0.55, warp=0.25, seed=seed + 5)
alt = smooth(1500, 3800, h2)
h2 += (70 * (n - 0.85) * alt).astype(np.float32)
if quick:
    np.save(OUT + 'height.npy', resample(h2, 4 * W, 4 * H))
    sys.exit()
droplets(h2, d2, 900000, life=60, cap=3, ero=0.10, dep=0.25, rad=2, seed=3)
thermal(h2, d2, 0.90, 14)
print('16m', time.time() - t0)
h4 = resample(h2, 4 * W, 4 * H)
d4 = dx / 4
n = noise(4 * W, 4 * H, d4, 1 / 170.0, 4, mode=1, gain=0.55, warp=0.3, seed=seed + 9)
alt = smooth(1600, 3900, h4)
h4 += (7 * (n - 0.85) * alt).astype(np.float32)
droplets(h4, d4, 2500000, life=36, cap=2.5, ero=0.08, dep=0.25, rad=1, seed=5)
thermal(h4, d4, 1.0, 8)
np.save(OUT + 'height.npy', h4)
print('8m', time.time() - t0, h4.shape, h4.max())
