"""One peak, cropped, from the same heightfield as the skyline: ridge lines and fall-line hachures whose swelling follows the
light (upper left), fading out below.  Needs work/height.npy (terrain.py).  -> engraving-peak.svg"""
import sys, os

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))
from engrave import *
import heightfield as T

OUT = os.environ['ART'] + '/final'
h = np.load(os.environ['ART'] + '/work/height.npy')[::2, ::2].copy()
cell = 16.0
HH, WW = h.shape
# a slab west of the top was cut square by the erosion model: smooth it away
yy_, xx_ = np.mgrid[0:HH, 0:WW]
m_ = 1 - smooth(480, 1050, np.hypot(xx_ * cell - 11380, yy_ * cell - 28650))
h = (h * (1 - m_) + gaussian_filter(h, 24) * m_).astype(np.float32)
hs = gaussian_filter(h, 1.8).astype(np.float32)
hb = gaussian_filter(h, 4.5).astype(np.float32)
hc = gaussian_filter(h, 11).astype(np.float32)
W, H = 520, 400
S = 3
w, hh = W * S, H * S
fov, hor, CX, TX = (
    12.6,
    1.15,
    5000.0,
    -4300.0,
)  # camera 5 km east of the middle, turned to the massif (hides a clipped slab west of the top)
f = w / 2 / np.tan(np.radians(fov) / 2)
hy = hor * hh
camx = WW * cell / 2 + CX
px0 = w / 2 - f * (TX - CX) / 31000.0
d, wx, wy = T.columns(
    hs, cell, camx, 0, 1165, f, px0, hy, w, hh, zmin=12500, zmax=HH * cell - 200, dzk=0.0003
)
m = d > 0
rows = np.arange(hh)[:, None]
top = np.where(m, rows, hh).min(0).astype(float)


def grad(g, X, Y, e):
    return (T.sample(g, cell, X + e, Y) - T.sample(g, cell, X - e, Y)) / (2 * e), (
        T.sample(g, cell, X, Y + e) - T.sample(g, cell, X, Y - e)
    ) / (2 * e)


gx, gy = grad(hs, wx, wy, 20.0)
nz = 1 / np.sqrt(1 + gx * gx + gy * gy)
n = np.stack([-gx * nz, -gy * nz, nz], -1)
l = np.array([-0.86, -0.34, 0.42])
l /= np.linalg.norm(l)
lam = n @ l
gxb, gyb = grad(hb, wx, wy, 60.0)
nb = 1 / np.sqrt(1 + gxb**2 + gyb**2)
lamb = (-gxb * l[0] - gyb * l[1] + l[2]) * nb
gxc, gyc = grad(hc, wx, wy, 90.0)
nc = 1 / np.sqrt(1 + gxc**2 + gyc**2)
lamc = (-gxc * l[0] - gyc * l[1] + l[2]) * nc
dark = np.clip(1 - smooth(-0.10, 0.70, 0.30 * lam + 0.35 * lamb + 0.35 * lamc), 0, 1)
yy = rows / hh
far = smooth(15000, 24000, d)
fade = 1 - smooth(0.50, 0.93, yy + 0.05 * noise2((hh, w), (20, 60), 3))
dark = dark * (0.45 + 0.55 * far) * fade
dark[~m] = 0
dark = gaussian_filter(dark, 2.0)
rng = np.random.default_rng(43)
P = Plate(W, H, k=3, err=0.5, minlen=4)
proj = lambda X, Y, Z: (px0 + f * (X - camx) / Y, hy - f * (Z - 1165 - Y * Y / 1.465e7) / Y)
occ = np.zeros((hh, w), bool)
ys, xs = np.nonzero(dark > 0.13)
sel = rng.permutation(len(xs))[:60000]
ys, xs = ys[sel], xs[sel]
order = np.argsort(-dark[ys, xs] + 0.30 * rng.random(len(xs)))
gap = 2.8 * S
cnt = 0
for k in order:
    y0, x0 = ys[k], xs[k]
    dk = dark[y0, x0]
    r = int(round(gap * (1.45 - 0.75 * dk)))
    if occ[max(0, y0 - r) : y0 + r + 1, max(0, x0 - r) : x0 + r + 1].any():
        continue
    Pp = []
    D = []
    for sg in (1, -1):
        x, y = float(wx[y0, x0]), float(wy[y0, x0])
        seg = []
        dd_ = []
        for s in range(70):
            a = np.array([x], np.float32)
            b = np.array([y], np.float32)
            g0, g1 = (v[0] for v in grad(hb, a, b, 36.0))
            L = np.hypot(g0, g1)
            if L < 0.10:
                break
            zz = T.sample(hs, cell, a, b)[0]
            px, py = proj(x, y, zz)
            ix, iy = int(px), int(py)
            if not (0 <= ix < w and 1 <= iy < hh - 1) or d[iy, ix] == 0 or abs(d[iy, ix] - y) > 260:
                break
            v = dark[iy, ix]
            if v < 0.085 or (s > 0 and occ[max(0, iy - 3) : iy + 4, max(0, ix - 3) : ix + 4].any()):
                break
            seg.append((px, py))
            dd_.append(v)
            x += sg * g0 / L * 22.0
            y += sg * g1 / L * 22.0
        if sg > 0:
            Pp, D = seg[::-1], dd_[::-1]
        else:
            Pp, D = Pp + seg[1:], D + dd_[1:]
    if len(Pp) < 4:
        continue
    p = np.array(Pp) / S
    L = arclen(p)
    if L[-1] < 10:
        continue
    n_ = max(8, int(L[-1] / 0.9))
    t = np.linspace(0, L[-1], n_)
    q = np.stack([np.interp(t, L, p[:, 0]), np.interp(t, L, p[:, 1])], 1)
    q = gaussian_filter1d(q, 3.5, axis=0, mode='nearest')
    v = gaussian_filter1d(np.interp(t, L, D), 6, mode='nearest')
    for X_, Y_ in q * S:
        occ[min(hh - 1, max(0, int(Y_))), min(w - 1, max(0, int(X_)))] = True
    P.stroke(
        q,
        (0.18 + 1.75 * v**1.15)
        * np.sin(np.pi * np.linspace(0.02, 0.98, n_)) ** 0.65
        * np.minimum(1, 0.35 + L[-1] / 22),
    )
    cnt += 1
# inner ridges, where the depth jumps
dd = np.where(m, d, 1e6)
jump = np.zeros((hh, w), bool)
jump[1:] = (dd[:-1] - dd[1:] > 300) & (dd[:-1] < 9e5)
used = np.zeros_like(jump)
for x0 in range(w):
    for y0 in np.nonzero(jump[:, x0] & ~used[:, x0])[0]:
        p = [(x0, y0)]
        used[y0, x0] = True
        x, y = x0, y0
        while x + 1 < w:
            c = [
                v
                for v in (y, y - 1, y + 1, y - 2, y + 2, y - 3, y + 3, y - 4, y + 4)
                if 0 <= v < hh and jump[v, x + 1] and not used[v, x + 1]
            ]
            if not c:
                break
            x += 1
            y = c[0]
            used[y, x] = True
            p.append((x, y))
        if len(p) > 11 * S:
            p = np.array(p, float) / S
            p[:, 1] = gaussian_filter1d(p[:, 1], 2.2)
            q = resample(p, 0.9)
            t = np.linspace(0, 1, len(q))
            fd = 1 - smooth(0.52, 0.92, q[:, 1] / H)
            P.stroke(q, (1.35 * np.sin(np.pi * np.clip(t, 0.02, 0.98)) ** 0.5) * fd)
sky = np.stack([np.arange(w) / S, gaussian_filter1d(top, 2.0) / S], 1)
q = resample(sky, 1.0)
s = np.gradient(q[:, 1])
P.stroke(q, 0.95 + 0.75 * smooth(-0.2, 0.9, gaussian_filter1d(s, 3)))
print(cnt, 'hachures')
P.save(OUT + '/engraving-peak.svg', (0, 26, W, 350))
