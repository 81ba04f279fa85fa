"""Old head-trained vine in winter: one trunk, three arms, pruned canes with buds. Bark fibres run along the wood,
twist with it and swell away from the light (upper left).  -> engraving-vine.svg"""
import sys, os

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))
from engrave import *

OUT = os.environ['ART'] + '/final'
rng = np.random.default_rng(45)
W, H = 420, 440
P = Plate(W, H, k=4, err=0.45, minlen=3.5)
LT = np.array([-0.66, -0.58, 0.48])
LT /= np.linalg.norm(LT)


def tube(pts, rad, seed, nf=15, twist=0.5, rough=0.10, fib=1.0, lit=0.0, gaps=()):
    """gnarled wood: fibres at constant angle (plus twist and noise) on a tube; the outline is ragged by the same noise"""
    r = np.random.default_rng(seed)
    q = spline(pts, 1.0)
    n = len(q)
    s = np.linspace(0, 1, n)
    rr = np.interp(s, np.linspace(0, 1, len(rad)), rad)
    rr = gaussian_filter1d(rr, 6, mode='nearest')
    nn = normals(q)
    lump = 1 + rough * noise1(n, 14, r) * 0.55 + rough * 0.45 * noise1(n, 5, r)
    lump2 = 1 + rough * noise1(n, 14, r) * 0.55 + rough * 0.45 * noise1(n, 5, r)
    A = q + nn * (rr * lump)[:, None]
    B = q - nn * (rr * lump2)[:, None]
    P.mask(np.r_[A, B[::-1]])
    na = noise2((n, 64), (13, 5), seed + 1)
    nb = noise2((n, 64), (40, 7), seed + 2)
    for i in range(nf * 2):  # fibres across the whole turn; only the half towards us is drawn
        a0 = (i + 0.5 + r.uniform(-0.3, 0.3)) / (nf * 2) * 2 * np.pi
        a = a0 + twist * s * np.pi + 0.10 * na[:, i % 64] + 0.17 * nb[:, (i // 2) % 64]
        a = (a + np.pi) % (2 * np.pi) - np.pi
        x = np.sin(a)
        front = np.cos(a) > 0.16
        off = np.where(x > 0, rr * lump, rr * lump2) * x
        p = q + nn * off[:, None]
        N = np.stack([nn[:, 0] * x, nn[:, 1] * x, np.cos(a)], 1)
        lam = N @ LT
        dark = np.clip(1 - smooth(-0.55, 0.80, lam) - lit, 0, 1)
        dark = np.clip(dark + 0.13 * na[:, (i * 7) % 64], 0, 1)
        w = np.minimum(
            fib * (0.30 + 1.45 * dark**1.3) * (0.85 + 0.3 * r.random()),
            0.22 + 0.74 * rr * np.cos(a) * np.pi / nf,
        )
        gate = noise1(n, 10, r) * 0.5 + noise1(n, 26, r) * 0.35
        ok = front & (gate + 2.6 * dark - 0.18 - 0.42 * (i % 3) > 0)
        for u, v in runs(ok):
            if v - u < 9:
                continue
            e = (
                np.minimum(1, np.minimum(np.arange(v - u), np.arange(v - u)[::-1]) / 9.0 + 0.04)
                ** 0.8
            )
            P.stroke(gaussian_filter1d(p[u:v], 1.6, axis=0, mode='nearest'), w[u:v] * e)
    for side, E in ((1, A), (-1, B)):
        lam = (nn * side) @ LT[:2]
        w = 0.75 + 1.0 * smooth(-0.2, 0.75, -lam) + 0.25 * noise1(n, 12, r)
        P.stroke(
            gaussian_filter1d(E, 0.8, axis=0, mode='nearest'),
            np.clip(w, 0.4, 2.3)
            * np.minimum(1, np.minimum(np.arange(n) + 5, np.arange(n)[::-1] + 5) / 11.0)
            * np.prod(
                [
                    1 - smooth(b0 - 0.03, b0, s) * (1 - smooth(b1, b1 + 0.03, s))
                    for sd, b0, b1 in gaps
                    if sd == side
                ]
                or [np.ones(n)],
                axis=0,
            ),
        )
    return q, rr


def cutface(c, ang, a, b):
    """pruned end: pale oval with rings"""
    t = np.linspace(0, 2 * np.pi, 40)
    u = np.array([np.cos(ang), np.sin(ang)])
    v = np.array([-u[1], u[0]])
    O = c + np.outer(a * np.cos(t), v) + np.outer(b * np.sin(t), u)
    P.mask(O)
    P.stroke(O, 0.9)
    for m, w in ((0.62, 0.55), (0.28, 0.6)):
        P.line((c + m * (O - c))[3:30], w, e=0.2)


def cane(p0, ang, L, w, bend, seed, buds=3, tip=True):
    r = np.random.default_rng(seed)
    pts = [np.asarray(p0, float)]
    a = ang
    n = buds + 1
    for i in range(n * 2):
        a += bend / (n * 2) + (0.10 * (-1) ** i) + r.normal(0, 0.03)
        pts.append(pts[-1] + L / (n * 2) * np.array([np.cos(a), np.sin(a)]))
    q = spline(pts, 1.0)
    m = len(q)
    s = np.linspace(0, 1, m)
    ww = w * (1 - 0.38 * s)
    nd = np.linspace(0.16, 0.90, buds)
    for k in nd:
        ww = ww + w * 0.34 * np.exp(-(((s - k) * L / 2.6) ** 2))
    nn = normals(q)
    A = q + nn * ww[:, None] / 2
    B = q - nn * ww[:, None] / 2
    for j, k in enumerate(nd):  # buds sit on alternate sides
        i = int(k * (m - 1))
        sd = 1 if (j + seed) % 2 else -1
        t = q[min(i + 3, m - 1)] - q[i - 3]
        t /= np.hypot(*t)
        v = nn[i] * sd
        b = q[i] + v * ww[i] * 0.40
        h = 3.6 + 0.28 * w
        tipb = b + v * h * 0.50 + t * h * 1.05
        O = np.r_[
            bez(b - t * 2.2, b - t * 1.4 + v * 3.4, tipb - t * 1.8 + v * 0.8, tipb, 14),
            bez(tipb, tipb - t * 2.6 - v * 0.6, b + t * 2.8 + v * 0.4, b + t * 2.4, 14),
        ]
        P.mask(O)
        P.stroke(O, 0.8)
        P.line(
            bez(b - t * 0.4 + v * 0.8, b + v * 2.4, tipb - t * 2.6 - v * 0.2, tipb - t * 1.2, 10),
            0.6,
        )
        P.line(
            bez(
                b + t * 1.2 + v * 0.4,
                b + t * 1.4 + v * 1.6,
                tipb - t * 2.6 - v * 0.9,
                tipb - t * 1.6 - v * 0.2,
                10,
            ),
            0.8,
        )
    P.mask(np.r_[A, B[::-1]])
    dark = A if (nn[m // 2] @ LT[:2]) < 0 else B
    lit = B if dark is A else A
    P.stroke(lit, 0.62)
    P.stroke(dark, 1.15)
    for f, wd, c in ((0.22, 0.7, 0.0), (0.02, 0.5, 0.25)):
        sgn = 1 if dark is A else -1
        o = nn * (sgn * ww * f)[:, None]
        g = noise1(m, 9, r) + 1.1 - c * 3
        for x, y in runs(g > 0):
            if y - x > 8:
                P.line((q + o)[x:y], wd, e=0.15)
    if tip:
        cutface(q[-1], np.arctan2(*(q[-1] - q[-4])[::-1]), ww[-1] * 0.52, ww[-1] * 0.30)
    return q


# ---- ground
def ground():
    for y, x0, x1, w in (
        (398, 150, 262, 1.2),
        (403, 178, 330, 1.8),
        (408, 196, 372, 2.0),
        (413, 214, 388, 1.6),
        (418, 240, 372, 1.1),
        (423, 262, 346, 0.8),
    ):
        x = np.linspace(x0, x1, 50)
        P.stroke(
            np.stack([x, y + 0.7 * noise1(50, 8, rng)], 1),
            w * np.sin(np.pi * np.clip(np.linspace(0.02, 0.98, 50), 0, 1)) ** 0.7,
        )
    for x0, x1, y in (
        (56, 118, 402),
        (84, 150, 408),
        (40, 82, 411),
        (110, 168, 416),
        (376, 402, 402),
        (70, 96, 419),
        (150, 206, 424),
    ):
        x = np.linspace(x0, x1, 14)
        P.line(np.stack([x, y + 0.5 * noise1(14, 4, rng)], 1), 0.8)


ground()
# ---- canes behind, arms, trunk (back to front)
K = np.array
cane((96, 176), -2.62, 70, 5.6, 0.55, 9, 3)
cane((103, 172), -1.86, 96, 6.2, 0.22, 3, 4)
cane((192, 156), -1.40, 116, 6.0, -0.26, 4, 4)
cane((304, 136), -0.92, 90, 6.2, -0.42, 7, 4)
tube(
    [(214, 250), (180, 232), (146, 222), (118, 206), (103, 184), (98, 166)],
    [30, 23, 18.5, 16, 13.5, 12],
    11,
    nf=19,
    twist=0.30,
    rough=0.12,
)
cutface(K([97.6, 164]), -1.75, 12, 6.2)
tube(
    [(216, 236), (248, 216), (274, 194), (292, 166), (303, 138)],
    [29, 22, 18, 15.5, 13],
    12,
    nf=18,
    twist=-0.35,
    rough=0.12,
)
cutface(K([303.6, 136]), -1.20, 13, 6.6)
trunk = [
    (190, 404),
    (188, 374),
    (198, 342),
    (215, 308),
    (221, 272),
    (212, 240),
    (205, 212),
    (196, 182),
    (188, 152),
]
tube(
    trunk,
    [48, 36, 31, 31, 32, 35, 27, 19, 14.5],
    13,
    nf=28,
    twist=0.34,
    rough=0.10,
    gaps=((1, 0.61, 0.70),),
)
cutface(K([187.4, 150]), -1.84, 14, 6.8)
cane((181, 153), -2.15, 78, 5.8, 0.36, 5, 3)
cane((301, 137), -1.78, 58, 5.4, 0.30, 6, 3)
# one healed pruning wound: bark lips round a dark slit
c = K([201.0, 300.0])
t = np.linspace(0, 2 * np.pi, 60)
sh = lambda m: c + np.stack(
    [
        m * 5.2 * np.cos(t) * (1 + 0.10 * np.sin(3 * t)) + 0.25 * m * 5 * np.sin(t),
        m * 10.5 * np.sin(t),
    ],
    1,
)
for m, w in ((1.75, 0.7), (1.38, 1.0)):
    P.line(sh(m)[4:30] if m > 1.5 else sh(m)[2:46], w, e=0.1)
P.mask(sh(1.0))
P.stroke(sh(1.0), 0.9 + 0.5 * np.cos(t - 0.6))
for k_ in range(6):
    x = -2.6 + k_ * 1.25
    hgt = 8.2 * np.sqrt(max(0.05, 1 - (x / 5.2) ** 2))
    P.line(
        bez(
            c + (x - 1.6, -hgt),
            c + (x + 0.2, -hgt * 0.3),
            c + (x + 0.4, hgt * 0.4),
            c + (x + 1.2, hgt * 0.95),
            20,
        ),
        0.6 + 0.16 * k_,
        e=0.1,
    )
P.save(OUT + '/engraving-vine.svg', (30, 24, 372, 408))
