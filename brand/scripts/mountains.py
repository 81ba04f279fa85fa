"""Render the mountains layer: exact column renderer, soft sun shadows, sky-view ambient, snow model,
aerial perspective, duotone grade.   Makes the mountains layer: mountains.py out.png W H [supersampling] [name=value …]"""

import sys, time, os

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))
import numpy as np
from heightfield import *
from PIL import Image

ART = os.environ['ART']
WK = ART + '/work/'
out = sys.argv[1]
w = int(sys.argv[2])
ih = int(sys.argv[3])
ss = float(sys.argv[4]) if len(sys.argv) > 4 else 1
cfg = dict(fov=34.0, hor=0.70, cx=0.0, ch=1165.0, cy=0.0, sunaz=72.0, sunel=17.0)
for a in sys.argv[5:]:
    k, v = a.split('=')
    cfg[k] = float(v)
t0 = time.time()
draft = w < 1100
h = np.load(WK + 'height.npy')
if draft:
    h = h[::2, ::2].copy()
cell = 16.0 if draft else 8.0
HH, WW = h.shape
# sun: azimuth measured from view axis (+y) towards +x (right)
az = np.radians(cfg['sunaz'])
el = np.radians(cfg['sunel'])
sx, sy = np.sin(az), np.cos(az)
sd = np.array([sx * np.cos(el), sy * np.cos(el), np.sin(el)])
# shadows & sky view at half res for speed
hs = h[::2, ::2].copy()
c2 = cell * 2
key = (
    WK
    + f'shadow_{int(cell)}_{cfg["sunaz"]}_{cfg["sunel"]}_{os.path.getmtime(WK + "height.npy"):.0f}.npz'
)
if os.path.exists(key):
    z = np.load(key)
    sh, sv = z['sh'], z['sv']
else:
    sh = sunshadow(hs, c2, sx, sy, np.tan(el), 0.035)
    sv = skyview(hs, c2, 10, 120)
    np.savez(key, sh=sh, sv=sv)
print('shadow', time.time() - t0)
w2, h2 = int(w * ss), int(ih * ss)
f = (
    w2 / 2 / np.tan(np.radians(cfg['fov']) / 2)
    if w >= ih
    else h2 / 2 / np.tan(np.radians(cfg['fov']) / 2)
)
camx = WW * cell / 2 + cfg['cx'] * 1000
dist, wx, wy = columns(
    h,
    cell,
    camx,
    cfg['cy'] * 1000,
    cfg['ch'],
    f,
    w2 / 2,
    h2 * cfg['hor'],
    w2,
    h2,
    zmin=400,
    zmax=HH * cell - 200,
    dzk=0.0005,
)
m = dist > 0
print('columns', time.time() - t0)
hh = sample(h, cell, wx, wy)
e = cell * 0.75
gx = (sample(h, cell, wx + e, wy) - sample(h, cell, wx - e, wy)) / (2 * e)
gy = (sample(h, cell, wx, wy + e) - sample(h, cell, wx, wy - e)) / (2 * e)
# sub-cell crag detail in the normal
fx = noiseat(wx, wy, 1 / 26.0, 3, 31)
fy = noiseat(wx, wy, 1 / 26.0, 3, 57)
slope0 = np.hypot(gx, gy)
rocky = smooth(0.35, 0.8, slope0) * smooth(1500, 2600, hh)
gx = gx + 0.20 * rocky * fx
gy = gy + 0.20 * rocky * fy
slope = np.hypot(gx, gy)
nz = 1 / np.sqrt(1 + slope**2)
nx = -gx * nz
ny = -gy * nz
S = sample(sh, c2, wx, wy, 0)
V = sample(sv, c2, wx, wy, 0)
ndl = np.clip(nx * sd[0] + ny * sd[1] + nz * sd[2], 0, 1)
# broader slope for snow (concavity holds snow)
hb = hs.copy()
from scipy.ndimage import gaussian_filter

conc = gaussian_filter(hs, 3.0) - hs  # + in hollows (metres)
C = sample(conc.astype(np.float32), c2, wx, wy, 0)
n1 = noiseat(wx, wy, 1 / 900.0, 5, 11)
n2 = noiseat(wx, wy, 1 / 120.0, 4, 13)
line = (
    2800 + 380 * n1 + 190 * n2 - 260 * np.clip(-(nx * sd[0] + ny * sd[1]), -1, 1)
)  # snow lies lower away from the sun
sn = smooth(0, 900, hh - line + C * 9)
hold = 1 - smooth(
    0.84, 1.30, slope0 + 0.14 * n2 - 0.025 * np.clip(C, -9, 9) - 0.26 * smooth(3900, 5400, hh)
)
snow = np.clip(sn * 1.25, 0, 1) * hold
snow = smooth(0.25, 0.7, snow + 0.10 * n2)
# albedo
strata = 0.5 + 0.5 * np.sin(hh / 38.0 + 3 * n1 + wx * 0.0012)
rock = 0.115 + 0.05 * n1 + 0.03 * n2 + 0.03 * (strata - 0.5) * smooth(0.5, 1, slope0)
rock = np.clip(rock, 0.05, 0.25)
scree = smooth(0.75, 0.35, slope0)
rock = rock * (1 + 0.35 * scree)
low = smooth(2600, 1500, hh)
rock = rock * (1 - low) + low * (0.13 + 0.03 * n2)
alb = rock[..., None] * np.array([1.12, 1.0, 0.86])
alb = alb * (1 - snow[..., None]) + snow[..., None] * np.array([0.93, 0.92, 0.91])
sun = np.array([1.0, 0.80, 0.56]) * 4.3
sky = np.array([0.50, 0.60, 0.78]) * 0.50
bounce = np.array([0.9, 0.68, 0.48]) * 0.16
col = alb * (
    ndl[..., None] * S[..., None] * sun
    + (V**1.3 * (0.55 + 0.45 * nz))[..., None] * sky
    + ((1 - V) * 0.8 + 0.2 * (1 - nz))[..., None] * bounce
)
# aerial perspective: two exponential layers integrated analytically along ray
d = dist * np.sqrt(1 + ((np.arange(w2)[None, :] + 0.5 - w2 / 2) / f) ** 2)
h0 = cfg['ch']
dh = hh - h0


def od(beta, Hs, base):
    a = np.exp(-(h0 - base) / Hs)
    q = dh / Hs
    k = np.where(np.abs(q) < 1e-3, 1 - 0.5 * q, (1 - np.exp(-q)) / np.where(np.abs(q) < 1e-3, 1, q))
    return beta * a * d * k


t_air = od(1.35e-5, 2600, 1100)
t_fog = od(1.15e-4 * (1 + 0 * d), 140, 1100)
cosv = ((np.arange(w2)[None, :] + 0.5 - w2 / 2) / f) * sx + sy
cosv = cosv / np.sqrt(1 + ((np.arange(w2)[None, :] + 0.5 - w2 / 2) / f) ** 2)
glow = (0.5 + 0.5 * cosv) ** 2
ext = np.exp(-(t_air[..., None] * np.array([0.80, 1.0, 1.28])))
air = np.array([0.74, 0.70, 0.68]) * (0.78 + 0.35 * glow[..., None])
fogc = np.array([1.0, 0.86, 0.70]) * (0.74 + 0.42 * glow[..., None])
col = col * ext + air * (1 - ext)
ef = np.exp(-t_fog)[..., None]
col = col * ef + fogc * (1 - ef)
# mist pooled in the valleys: relative to a broad local floor
from scipy.ndimage import minimum_filter

fl = minimum_filter(hs[::6, ::6], size=int(2600 / (c2 * 6)))
fl = gaussian_filter(fl, 1100 / (c2 * 6)).astype(np.float32)
rel = hh - sample(fl, c2 * 6, wx, wy, 0)
mist = np.clip(
    np.exp(-np.clip(rel - 40, 0, 1e4) / 150.0) * (0.62 + 0.5 * noiseat(wx, wy, 1 / 4200.0, 3, 201)),
    0,
    0.92,
) * smooth(11500, 15000, wy)
mist = mist[..., None]
mc = np.array([0.98, 0.87, 0.74]) * (0.70 + 0.40 * glow[..., None])
col = col * (1 - mist) + mc * mist
# sky
v = (h2 * cfg['hor'] - (np.arange(h2)[:, None] + 0.5)) / f
elv = np.degrees(np.arctan(v)) * np.ones((1, w2))
xs = (np.arange(w2)[None, :] + 0.5) / w2
k = smooth(0, 26, elv)
skyc = (
    np.array([1.02, 0.89, 0.73]) * (1 - k[..., None]) + np.array([0.50, 0.46, 0.42]) * k[..., None]
) * (0.86 + 0.22 * (glow[..., None]))
# high thin cirrus
u = np.tile(((np.arange(w2)[None, :] - w2 / 2) / f), (h2, 1)).astype(np.float32)
vv = np.maximum(v, 0.01) * np.ones((1, w2))
cxx = (u / vv * 1.0).astype(np.float32)
cyy = (1 / vv).astype(np.float32)
ci = noiseat(cxx * 0.35 + cyy * 0.13, cyy * 0.16, 1.0, 5, 77)
ci = smooth(0.05, 0.75, ci + 0.10) * smooth(1.5, 9, elv) * (1 - 0.4 * smooth(14, 30, elv))
skyc = skyc * (1 + 0.10 * ci[..., None])
img = np.where(m[..., None], col, skyc)
print('shade', time.time() - t0)
lin = img.reshape(ih, -1, w, 3) if False else img
if ss != 1:
    s = int(ss)
    assert s == ss
    lin = img.reshape(ih, s, w, s, 3).mean((1, 3))
    dd = dist.reshape(ih, s, w, s).min((1, 3))
    cov = m.reshape(ih, s, w, s).mean((1, 3))
else:
    dd = dist
    cov = m.astype(np.float32)
np.savez(
    out.replace('.png', '.npz'), lin=lin.astype(np.float32), dist=dd, cov=cov.astype(np.float32)
)
from grade import grade

Image.fromarray(grade(lin)).save(out)
print('done', time.time() - t0, hh[m].max())
