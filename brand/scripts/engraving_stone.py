"""River stone of Altamira: hatching follows parallel cuts through the stone, lime crust below in stipple.  -> engraving-stone.svg"""
import sys, os

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))
from engrave import *

OUT = os.environ['ART'] + '/final'
rng = np.random.default_rng(41)
W, H, k = 480, 330, 2
P = Plate(W, H, err=0.2)
Y, X = np.mgrid[0 : H * k, 0 : W * k].astype(float)
X = (X + 0.5) / k
Y = (Y + 0.5) / k
cx, cy, ax, ay = 238, 150, 196, 118
u, v = (X - cx) / ax, (Y - cy) / ay
th = np.arctan2(v, u)
R = 1 + 0.045 * np.cos(2 * th + 2.3) + 0.035 * np.cos(3 * th - 0.6) + 0.014 * np.cos(5 * th + 1.2)
rho = ((np.abs(u) ** 2.25 + np.abs(v) ** 2.25) ** (1 / 2.25)) / R
ins = rho < 1
t = np.linspace(0, 2 * np.pi, 400, endpoint=False)
Rt = 1 + 0.045 * np.cos(2 * t + 2.3) + 0.035 * np.cos(3 * t - 0.6) + 0.014 * np.cos(5 * t + 1.2)
sc = Rt / ((np.abs(np.cos(t)) ** 2.25 + np.abs(np.sin(t)) ** 2.25) ** (1 / 2.25))
OL = np.stack([cx + ax * sc * np.cos(t), cy + ay * sc * np.sin(t)], 1)
bump = noise2(X.shape, (26 * k, 34 * k), 5) * 3.2 + noise2(X.shape, (9 * k, 12 * k), 6) * 0.55
Z = 112 * np.sqrt(np.clip(1 - rho**2.3, 1e-4, 1)) + bump * np.clip(1 - rho**4, 0, 1)
zy, zx = np.gradient(gaussian_filter(Z, 2.0), 1 / k)
n = np.stack([-zx, -zy, np.ones_like(Z)], -1)
n /= np.linalg.norm(n, axis=-1, keepdims=True)
l = np.array([-0.56, -0.66, 0.50])
l /= np.linalg.norm(l)
lam = n @ l
refl = np.clip(n @ np.array([0.62, 0.70, -0.1]), 0, 1)
dark = 0.95 * (1 - smooth(-0.30, 1.0, lam)) ** 0.92
dark -= 0.20 * smooth(0.72, 1, refl) * smooth(0.86, 0.99, rho)
dark += 0.045 * noise2(X.shape, (5 * k, 7 * k), 8) * smooth(0.1, 0.4, dark)
dark = np.clip(dark, 0, 1)
# ---- lime crust: a tide line around the stone, flaking upwards
tide = 0.95 * (Y - cy) - 0.24 * Z - 0.13 * (X - cx)
edge = (
    2
    + 6.2 * noise2(X.shape, (11 * k, 22 * k), 12)
    + 3.6 * noise2(X.shape, (3.4 * k, 5.5 * k), 13)
    + 1.1 * noise2(X.shape, (1.3 * k, 1.8 * k), 14)
)
crust = (tide - 18 - edge > 0) & ins
from scipy.ndimage import label, binary_opening

lab, m = label(crust)
sz = np.bincount(lab.ravel())
big = sz.argmax() if sz[0] == 0 else 1 + sz[1:].argmax()
crustmain = lab == big
isl = crust & ~crustmain
crust = crustmain
body = ins & ~crust
ph = 0.86 * Y - 0.50 * Z + 0.20 * X + 1.2 * noise2(X.shape, (18 * k, 30 * k), 21)
hatch(
    P,
    ph,
    np.clip(dark * 1.02, 0, 1),
    body,
    3.7,
    k,
    wmax=0.74,
    thr=0.085,
    maxw=2.5,
    minlen=4,
    gap=2.2,
    seed=2,
    ends=7,
)
ph2 = 0.74 * X - 0.62 * Y + 0.40 * Z + 1.0 * noise2(X.shape, (18 * k, 30 * k), 22)
hatch(
    P,
    ph2,
    np.clip((dark - 0.50) * 1.0, 0, 1),
    body,
    4.3,
    k,
    wmax=0.62,
    thr=0.05,
    maxw=1.5,
    minlen=5,
    gap=2,
    seed=3,
    ends=8,
)
# minerals: little pits and flecks on the lit side
for _ in range(1500):
    x, y = rng.uniform(40, 440), rng.uniform(30, 230)
    i, j = int(y * k), int(x * k)
    if not body[i, j] or rho[i, j] > 0.93 or dark[i, j] > 0.30 or rng.random() > 0.085:
        continue
    P.dot((x, y), rng.uniform(0.35, 0.75))
# crust: broken light hatching in its shade + stipple that thickens away from the light
cd = np.clip(dark * 0.80 - 0.13, 0, 1) * (0.72 + 0.28 * smooth(-40, 95, Y - cy))
hatch(
    P,
    ph + 0.8 * noise2(X.shape, (4 * k, 6 * k), 31),
    np.clip((cd - 0.36) * 1.2, 0, 1) * (1 + 0.5 * noise2(X.shape, (3 * k, 5 * k), 32)).clip(0, 1.5),
    crust & (rho < 0.985),
    4.2,
    k,
    wmax=0.55,
    thr=0.07,
    maxw=1.3,
    minlen=5,
    gap=1.2,
    seed=4,
    ends=3,
)
pts = []
cell = 2.3
grid = {}
for _ in range(30000):
    x, y = rng.uniform(30, 450), rng.uniform(90, 290)
    i, j = int(y * k), int(x * k)
    if not crust[i, j] or rho[i, j] > 0.985:
        continue
    d = cd[i, j]
    r = 11.5 - 8.4 * smooth(0, 0.66, d)
    if rng.random() > 0.2 + d:
        continue
    gx, gy = int(x / 8), int(y / 8)
    if any(
        (x - a) ** 2 + (y - b) ** 2 < r * r
        for p in range(-1, 2)
        for q in range(-1, 2)
        for a, b in grid.get((gx + p, gy + q), ())
    ):
        continue
    grid.setdefault((gx, gy), []).append((x, y))
    pts.append((x, y, d))
for x, y, d in pts:
    P.dot((x, y), 0.36 + 0.62 * d)
# tide line itself: shadow side of the flakes is heavier
for _, q in contours(np.where(rho < 0.995, gaussian_filter(tide - 18 - edge, 1.5), np.nan), [0], k):
    L = arclen(q)[-1]
    if L < 70:
        continue
    q = resample(q, 0.8)
    q = gaussian_filter1d(q, 0.9, axis=0, mode='nearest')
    nn = normals(q)
    i = (np.clip(q[:, 1] * k, 0, H * k - 1)).astype(int)
    j = (np.clip(q[:, 0] * k, 0, W * k - 1)).astype(int)
    w = 0.7 + 0.75 * dark[i, j] + 0.35 * np.clip(noise1(len(q), 5, rng), -1, 1.5)
    P.stroke(
        q,
        np.clip(w, 0.35, 2.1) * np.minimum(1, np.minimum(arclen(q) + 0.3, L - arclen(q) + 0.3) / 5),
    )
# outline: thin in the light, swelling in the shade
O = np.r_[OL, OL[:1]]
O = resample(O, 1.0)
C = (O - [cx, cy]) / [ax, ay]
C /= np.hypot(*C.T)[:, None]
s = C @ np.array([0.64, 0.77])
i = (np.clip(O[:, 1] * k, 0, H * k - 1)).astype(int)
j = (np.clip(O[:, 0] * k, 0, W * k - 1)).astype(int)
P.stroke(O, 0.75 + 1.35 * smooth(-0.3, 1, s))
# ground: a few lines of cast shadow
P2 = P.items
P.items = []
for n_, (y, x0, x1, w) in enumerate(
    (
        (266, 98, 372, 1.0),
        (270.5, 120, 420, 1.7),
        (275, 150, 452, 2.0),
        (279.5, 186, 462, 1.9),
        (284, 226, 456, 1.5),
        (288.5, 270, 440, 1.0),
        (293, 306, 414, 0.7),
    )
):
    x = np.linspace(x0, x1, 60)
    yy = y + 0.5 * noise1(60, 9, rng)
    P.stroke(np.stack([x, yy], 1), w * np.sin(np.pi * np.linspace(0.02, 0.98, 60)) ** 0.7)
for x0, x1, y in (
    (24, 66, 272),
    (40, 92, 277),
    (70, 128, 283),
    (30, 52, 283),
    (452, 470, 270),
    (120, 190, 290),
):
    P.line(np.array([(x0, y), ((x0 + x1) / 2, y + 0.5), (x1, y)]), 0.7)
P.mask(OL)
P.items += P2
P.save(OUT + '/engraving-stone.svg', (14, 18, 452, 284))
