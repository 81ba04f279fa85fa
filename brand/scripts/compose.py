"""mountains npz + vineyard npz -> graded picture.  compose.py mountains.npz vineyard.npz out.png [k=v]"""

import sys, os

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))
import numpy as np
from grade import *
from PIL import Image
from scipy.ndimage import gaussian_filter

cfg = dict(
    hor=0.70,
    fog=1 / 2100.0,
    fov=50.0,
    ch=4.0,
    mist=0.90,
    soft=0.55,
    vexp=1.5,
    exp=0.78,
    duo=0.82,
    contrast=1.16,
    grain=0.010,
    bloom=0.10,
)
for a in sys.argv[4:]:
    k, v = a.split('=')
    cfg[k] = float(v)
M = np.load(sys.argv[1])
lin = M['lin']
h, w, _ = lin.shape
V = np.load(sys.argv[2])
rgba = V['rgba']
z = V['z']
a = np.clip(rgba[..., 3:], 0, 1)
rgb = rgba[..., :3] * cfg['vexp']
hy = int(cfg['hor'] * h)
xs = (np.arange(w) + 0.5) / w
fogc = (
    np.array([1.0, 0.86, 0.70])[None, None]
    * (0.84 + 0.22 * np.clip(xs, 0, 1) ** 1.3)[None, :, None]
)
yy_ = (np.arange(h) + 0.5) / h
kk = np.clip((yy_ - (cfg['hor'] - 0.050)) / 0.030, 0, 1)
kk = (0.93 * kk * kk * (3 - 2 * kk))[:, None, None]
lin = lin * (1 - kk) + fogc * kk  # plain dissolves into ground mist
zz = np.where(z > 1e8, 8000, z)
f = 1 - np.exp(-np.clip(zz - 12, 0, 1e5) * cfg['fog'] * (1 + 0.0 * zz))
f = np.clip(f, 0, 0.97)[..., None]
if cfg['soft'] > 0:  # soften foreground highlights and the nearest leaves (lens depth of field)
    L = rgb.mean(-1, keepdims=True)
    rgb = rgb / (1 + cfg['soft'] * L)
    s1 = gaussian_filter(np.dstack([rgb, a]), (0.7 * w / 2000, 0.7 * w / 2000, 0))
    s2 = gaussian_filter(np.dstack([rgb, a]), (1.7 * w / 2000, 1.7 * w / 2000, 0))
    near0 = np.clip((44 - zz) / 22, 0, 1)[..., None]
    near1 = np.clip((27 - zz) / 12, 0, 1)[..., None]
    near0 = gaussian_filter(near0, (8, 8, 0))
    near1 = gaussian_filter(near1, (8, 8, 0))
    q = np.dstack([rgb, a]) * (1 - near0) + s1 * near0
    q = q * (1 - near1) + s2 * near1
    rgb = q[..., :3]
    a = q[..., 3:]
fg = rgb * (1 - f) + fogc * a * f
fv = w / 2 / np.tan(np.radians(cfg['fov']) / 2)
y = np.arange(h)[:, None] + 0.5
hgt = np.clip(cfg['ch'] - (y - hy) / fv * zz, 0, 400)  # height above ground of the visible point
t = np.clip((zz - 45) / (560 - 45), 0, 1)
near = t * t * (3 - 2 * t)
rng = np.random.default_rng(5)
nx = gaussian_filter(
    rng.standard_normal((h // 8, w // 8)), (4 * w / 2000, 26 * w / 2000), mode='reflect'
)
nx = nx / nx.std()
nx = np.kron(nx, np.ones((8, 8)))
nx = np.pad(nx, ((0, h - nx.shape[0]), (0, w - nx.shape[1])), mode='edge')
nx = gaussian_filter(nx, 6)
mist = (
    cfg['mist']
    * near
    * np.exp(-np.clip(hgt - 1.6, 0, 400) / (6.5 + np.clip(zz - 850, 0, 4000) / 38.0))
    * np.clip(1 + 0.22 * nx, 0.3, 1.12)
)[..., None]
mist = np.clip(mist, 0, 0.97)
out = (fg * (1 - mist) + fogc * a * mist) + lin * (1 - a)
if cfg['bloom']:
    s = w / 1000
    b = sum(gaussian_filter(out, (r * s, r * s, 0)) for r in (4, 14, 40)) / 3
    out = out * (1 - cfg['bloom']) + b * cfg['bloom']
Image.fromarray(
    grade(out, exp=cfg['exp'], duo=cfg['duo'], contrast=cfg['contrast'], grain=cfg['grain'])
).save(sys.argv[3])
