"""Section of Altamira soil: silt over rounded stones with lime on their undersides, a few roots. Tiles sideways (period 1440).
-> engraving-soil.svg"""
import sys, os, gzip

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))
from engrave import *

OUT = os.environ['ART'] + '/final'
rng = np.random.default_rng(42)
W, H = 1440, 220
P = Plate(W, H, k=3, err=0.45, minlen=3)


def shape(th, e, ph, am):
    return (1 + am[0] * np.cos(2 * th + ph[0]) + am[1] * np.cos(3 * th + ph[1])) / (
        (np.abs(np.cos(th)) ** e + np.abs(np.sin(th)) ** e) ** (1 / e)
    )


class Proto:
    """one engraved stone, used many times slightly turned and stretched (keeps the file small)"""

    def __init__(s, a):
        r = rng
        s.a = a
        ax, ay = a, a * r.uniform(0.62, 0.80)
        s.e = r.uniform(2.05, 2.45)
        s.ph = r.uniform(0, 6.28, 2)
        s.am = r.uniform(0.02, 0.06, 2)
        s.seed = int(r.integers(1e6))
        rot = r.normal(0, 0.10)
        t = np.linspace(0, 2 * np.pi, 72, endpoint=False)
        q = shape(t, s.e, s.ph, s.am)
        q = np.stack([ax * q * np.cos(t), ay * q * np.sin(t)], 1)
        c, n = np.cos(rot), np.sin(rot)
        s.ol = q @ np.array([[c, n], [-n, c]])
        k = 3
        s.m = m = int(a * 1.2) + 3
        g = (np.arange(2 * m * k) + 0.5) / k - m
        X, Y = np.meshgrid(g, g)
        u, v = (X * c + Y * n) / ax, (-X * n + Y * c) / ay
        th = np.arctan2(v, u)
        rho = (np.abs(u) ** s.e + np.abs(v) ** s.e) ** (1 / s.e) / (
            1 + s.am[0] * np.cos(2 * th + s.ph[0]) + s.am[1] * np.cos(3 * th + s.ph[1])
        )
        ins = rho < 0.985
        rad = np.sqrt(ax * ay)
        Z = (
            0.85 * rad * np.sqrt(np.clip(1 - rho**2.3, 1e-4, 1))
            + noise2(X.shape, rad * k * 0.22, s.seed) * rad * 0.035
        )
        zy, zx = np.gradient(gaussian_filter(Z, 1.5), 1 / k)
        N = np.stack([-zx, -zy, np.ones_like(Z)], -1)
        N /= np.linalg.norm(N, axis=-1, keepdims=True)
        lam = N @ np.array([-0.52, -0.70, 0.49])
        dark = np.clip(
            0.98 * (1 - smooth(-0.35, 0.93, lam))
            - 0.15 * smooth(0.84, 0.98, rho) * smooth(0.1, 0.8, N @ np.array([0.6, 0.75, -0.1])),
            0,
            1,
        )
        big = rad > 13
        bow = 0.24 + 0.16 * smooth(8, 40, rad) + r.uniform(-0.05, 0.05)
        ph = 0.90 * Y - bow * Z + r.uniform(-0.38, 0.38) * X
        step = 3.0 + 0.7 * smooth(14, 50, rad)
        lime = (
            0.9 * Y
            - 0.22 * Z
            + r.uniform(-0.18, 0.18) * X
            - rad * r.uniform(0.16, 0.34)
            - rad * 0.05 * noise2(X.shape, (1.8 * k, 3.6 * k), s.seed + 1)
            - rad * 0.045 * noise2(X.shape, (5 * k, 9 * k), s.seed + 2)
        )
        crust = (lime > 0) & ins if big else np.zeros_like(ins)
        s.P = sub = Plate(2 * m, 2 * m, k=4, err=0.32, minlen=4)
        hatch(
            sub,
            ph,
            dark,
            ins & ~crust,
            step,
            k,
            wmax=0.70,
            thr=0.10,
            maxw=1.9,
            minlen=3.0,
            gap=2,
            seed=s.seed,
            ends=4.0,
            wsmooth=4,
        )
        if rad > 24:
            hatch(
                sub,
                0.72 * X - 0.66 * Y + 0.4 * Z,
                np.clip(dark - 0.62, 0, 1),
                ins & ~crust,
                3.8,
                k,
                wmax=0.6,
                thr=0.05,
                maxw=1.1,
                minlen=5,
                seed=s.seed + 3,
                ends=4,
                wsmooth=4,
            )
        if big:
            for _, q in contours(np.where(ins, gaussian_filter(lime, 1.3), np.nan), [0], k):
                if arclen(q)[-1] < rad * 0.8:
                    continue
                sub.line(
                    gaussian_filter1d(resample(q, 0.8), 0.8, axis=0, mode='nearest'), 1.15, e=0.4
                )
            cd = np.clip(dark * 0.85 - 0.12, 0, 1)
            got = []
            for _ in range(int(rad * rad * 1.3)):
                x, y = r.uniform(0, 2 * m, 2)
                i, j = int(y * k), int(x * k)
                if not crust[i, j] or rho[i, j] > 0.95:
                    continue
                d = cd[i, j]
                rr = 7 - 4.0 * smooth(0.1, 0.75, d)
                if r.random() > 0.25 + d or any(
                    (x - a) ** 2 + (y - b) ** 2 < rr * rr for a, b in got
                ):
                    continue
                got.append((x, y))
                sub.dot((x, y), 0.36 + 0.42 * d)
        O = spline((s.ol + m)[::3], 1.0, True)
        d = O - m
        d /= np.hypot(*d.T)[:, None]
        sub.stroke(O, 0.55 + (1.25 if big else 0.7) * smooth(-0.3, 1, d @ np.array([0.6, 0.8])))

    def svg(s, i):
        return f'<g id="ks{i}">{s.P.parts()}</g>'


PROTO = [Proto(a) for a in (55, 48, 38, 33, 25, 19, 13.5, 8, 4.3)]


class Stone:
    def __init__(s, cx, cy, a):
        near = sorted(
            range(len(PROTO)), key=lambda i: abs(np.log(PROTO[i].a / a)) + rng.uniform(0, 0.22)
        )
        s.i = near[0]
        pr = PROTO[s.i]
        q = a / pr.a
        rot = rng.normal(0, 0.15) + (0.12 if rng.random() < 0.5 else -0.12)
        st = rng.uniform(0.90, 1.09)
        c, n = np.cos(rot), np.sin(rot)
        s.M = np.array([[c * q * st, -n * q / st], [n * q * st, c * q / st]])
        s.c = np.array([cx, cy])
        s.ol = pr.ol @ s.M.T + s.c

    def use(s, dx):
        pr = PROTO[s.i]
        e = (s.c + (dx, 0) - s.M @ np.array([pr.m, pr.m])) * pr.P.q
        f = lambda v, d: ('%.*f' % (d, v)).rstrip('0').rstrip('.') if d else str(round(v))
        return f'<use href="#ks{s.i}" transform="matrix({f(s.M[0,0],2)} {f(s.M[1,0],2)} {f(s.M[0,1],2)} {f(s.M[1,1],2)} {f(e[0],0)} {f(e[1],0)})"/>'


# ---- surface and packing (periodic)
xs = np.arange(0, W + 1)
surf = 20 + sum(
    a * np.sin(2 * np.pi * n * xs / W + p)
    for n, a, p in ((2, 2.2, 0.4), (5, 1.6, 2.0), (9, 1.0, 4.0), (17, 0.6, 1.0), (31, 0.4, 3.0))
)
bed = 92 + sum(
    a * np.sin(2 * np.pi * n * xs / W + p) for n, a, p in ((1, 9, 1.0), (3, 7, 2.6), (7, 4, 0.3))
)
k = 2
occ = np.zeros((int((H + 70) * k), W * k), bool)
yy, xx = np.mgrid[0 : occ.shape[0], 0 : W * k] / k
stones = []


def put(s, gap):
    lo, hi = s.ol.min(0) - gap, s.ol.max(0) + gap
    d = s.ol - s.c
    q = s.c + d * (1 + gap / np.hypot(*d.T)[:, None])
    from PIL import Image, ImageDraw

    x0 = int(np.floor(lo[0]))
    m = Image.new('1', (int((hi[0] - lo[0] + 3) * k), occ.shape[0]))
    ImageDraw.Draw(m).polygon([((x - x0) * k, y * k) for x, y in q], fill=1)
    m = np.asarray(m)
    cols = (np.arange(m.shape[1]) + x0 * k) % (W * k)
    if (occ[:, cols] & m).any():
        return False
    occ[:, cols] |= m
    stones.append(s)
    return True


for lo, hi, tries, gap, layer in (
    (44, 62, 260, 5, 'deep'),
    (30, 42, 500, 4.5, 'bed'),
    (19, 28, 900, 4, 'bed'),
    (11, 17, 1600, 3.5, 'bed'),
    (6, 9.5, 1500, 3.2, 'bed'),
    (7, 12, 60, 4, 'silt'),
    (3.2, 5.2, 1200, 3, 'bed'),
):
    cnt = 0
    for _ in range(tries):
        a = rng.uniform(lo, hi)
        x = rng.uniform(0, W)
        b = a * 0.72
        top = bed[int(x)]
        y = (
            rng.uniform(top + b * 0.8, H + b * 0.35)
            if layer != 'silt'
            else rng.uniform(surf[int(x)] + 26, top - 4)
        )
        if layer == 'deep' and y < top + b * 1.05:
            continue
        s = Stone(x, y, a)
        if put(s, gap):
            cnt += 1
        if cnt >= dict(deep=11, bed=999, silt=9)[layer] or (
            hi < 10 and layer == 'bed' and cnt >= 55
        ):
            break
print(len(stones), 'stones')
occd = occ.copy()
# ---- silt: broken hairlines, closer and darker with depth and under the stones
below = np.zeros(occ.shape)
for dy in range(2, 14):
    below = np.maximum(below, np.roll(occ, dy * k, 0) * (1 - dy / 15))
tonen = gaussian_filter(
    np.random.default_rng(5).standard_normal(occ.shape), (5 * k, 26 * k), mode=['nearest', 'wrap']
)
tonen /= tonen.std()
rows = []
y = 24.0
while y < H + 2:
    x = rng.uniform(-40, 0)
    while x < W:
        i = int(np.clip(y, 0, H) * k)
        j = int(x % W) * k
        sy = surf[int(x) % W]
        dep = y - sy
        t = (
            0.30
            + 0.10 * tonen[i, j % occ.shape[1]]
            + 0.55 * below[i, j % occ.shape[1]] * (y > bed[int(x) % W] - 6)
            + 0.35 * np.exp(-max(dep, 0) / 7.0)
        )
        L = rng.uniform(5, 15) * (1 + 0.8 * max(0, t - 0.3))
        if dep > 2.5 and rng.random() < t * 0.93 and x >= 0 and x + L < W:
            yo = y + rng.normal(0, 0.5)
            x0, y0, l = round(x), round(yo), round(L)
            P.thin(
                (x0, y0),
                (x0 + l // 2, y0 + rng.choice([-1, 0, 0, 1])),
                (x0 + l, y0 + rng.choice([-1, 0, 0, 0, 1])),
                0.5 if t < 0.36 else 0.7 if t < 0.48 else 1.0,
            )
        x += L + rng.uniform(4, 20) * (1.35 - t)
    y += rng.uniform(5.2, 7.0)
for _ in range(260):
    x, y = rng.uniform(2, W - 2), rng.uniform(26, H - 2)
    if y - surf[int(x)] < 4 or occ[int(y * k), int(x * k)]:
        continue
    P.dot((round(x), round(y)), rng.choice([0.45, 0.7]))


# ---- roots
def root(x, y, ang, w, L, depth=0):
    p = [(x, y)]
    a = ang
    step = 6.0
    for i in range(int(L / step)):
        a += rng.normal(0, 0.20) + 0.10 * (np.pi / 2 - a)
        nx, ny = p[-1][0] + np.cos(a) * step, p[-1][1] + np.sin(a) * step
        if not (3 < nx < W - 3):
            break
        if 0 < ny < H and occ[int(ny * k), int(nx * k)]:  # slip past a stone
            for da in (0.5, -0.5, 0.9, -0.9, 1.3, -1.3, 1.7, -1.7):
                tx, ty = p[-1][0] + np.cos(a + da) * step, p[-1][1] + np.sin(a + da) * step
                if 0 < ty < H and 3 < tx < W - 3 and not occ[int(ty * k), int(tx * k)]:
                    a += da
                    nx, ny = tx, ty
                    break
            else:
                break
        p.append((nx, ny))
        if depth < 2 and i > 1 and rng.random() < (0.17 if depth == 0 else 0.07):
            root(
                nx,
                ny,
                a + rng.choice([-1, 1]) * rng.uniform(0.5, 0.95),
                w * (1 - i * step / L) * 0.55 + 0.15,
                L * (1 - i * step / L) * rng.uniform(0.35, 0.7) + 8,
                depth + 1,
            )
    if len(p) < 4:
        return
    q = spline(p, 1.0)
    t = np.linspace(0, 1, len(q))
    ww = w * (1 - t) ** 0.8 + 0.28
    n = normals(q)
    if w > 2.2:  # two edges and a few fibres
        poly = np.r_[q + n * ww[:, None] / 2, (q - n * ww[:, None] / 2)[::-1]]
        P.mask(poly)
        e1, e2 = q + n * ww[:, None] / 2, q - n * ww[:, None] / 2
        P.stroke(e1, 0.6 * np.minimum(1, ww / 0.9))
        P.stroke(e2, 1.0 * np.minimum(1, ww / 0.9))
        j = int(len(q) * 0.6)
        P.taper(q[:j] - n[:j] * ww[:j, None] * 0.15, 0.6)
    else:
        P.stroke(q, ww)


for x, w, L in (
    (96, 2.6, 150),
    (118, 1.3, 70),
    (402, 3.4, 210),
    (420, 1.4, 90),
    (655, 2.2, 120),
    (905, 3.1, 190),
    (889, 1.2, 60),
    (1172, 2.4, 140),
    (1190, 1.3, 80),
    (1330, 1.6, 70),
):
    root(x, surf[x] - 1, np.pi / 2 + rng.normal(0, 0.2), w, L)
# ---- stones: hide what lies behind, then place (twice where they cross the seam)
uses = ''
for s in sorted(stones, key=lambda s: s.i):
    for dx in (0, -W, W):
        if s.ol[:, 0].max() + dx < -1 or s.ol[:, 0].min() + dx > W + 1:
            continue
        P.mask(s.ol + (dx, 0))
        uses += s.use(dx)
# ---- surface: swelling line and dry grass
q = np.stack([xs, surf], 1)[::4]
P.stroke(
    q,
    1.25 + 0.45 * np.sin(2 * np.pi * q[:, 0] * 13 / W) + 0.3 * np.sin(2 * np.pi * q[:, 0] * 29 / W),
)
for gx in (60, 98, 240, 405, 411, 560, 655, 760, 908, 1010, 1175, 1320, 1400):
    for _ in range(rng.integers(3, 7)):
        x = gx + rng.normal(0, 7)
        b = np.array([x, surf[int(x) % W]])
        h = rng.uniform(6, 15)
        lean = rng.normal(0, 5)
        P.taper(
            bez(b, b + (lean * 0.1, -h * 0.5), b + (lean * 0.5, -h * 0.85), b + (lean, -h), 12),
            0.95,
        )
g = lambda t: round(len(gzip.compress(t.encode(), 9)) / 1000, 1)
print('protos', [g(p.svg(0)) for p in PROTO], 'uses', g(uses), 'rest', g(P.parts()))
t = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {W*P.q} {H*P.q}" fill="currentColor" aria-hidden="true"><defs>'
    + ''.join(p.svg(i) for i, p in enumerate(PROTO))
    + '</defs>'
    + P.parts()
    + uses
    + '</svg>'
)
open(OUT + '/engraving-soil.svg', 'w').write(t)
print(
    'engraving-soil.svg',
    round(len(t) / 1000, 1),
    'kB raw',
    round(len(gzip.compress(t.encode(), 9)) / 1000, 1),
    'kB gzip',
)
