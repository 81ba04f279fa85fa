"""Open wooden case, three bottle necks standing in straw, lid leaning open on its hinges. True perspective; every face is hatched
along its grain, the necks across their roundness, the straw is laid strand over strand.  -> engraving-case.svg"""
import sys, os

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))
from engrave import *

OUT = os.environ['ART'] + '/final'
rng = np.random.default_rng(44)
W, H = 480, 460
P = Plate(W, H, k=4, err=0.5, minlen=2.4, stub=4.6)
# ---- camera: x right along the long front, y away, z up (units: cm)
YAW, PITCH, DIST, F = np.radians(-27), np.radians(21), 150.0, 1270.0


def proj(p):
    p = np.asarray(p, float) - np.array([17, 6.5, 13])
    x = p[..., 0] * np.cos(YAW) - p[..., 1] * np.sin(YAW)
    y = p[..., 0] * np.sin(YAW) + p[..., 1] * np.cos(YAW)
    z = p[..., 2]
    d = DIST + y * np.cos(PITCH) - z * np.sin(PITCH)
    v = z * np.cos(PITCH) + y * np.sin(PITCH)
    return np.stack([232 + F * x / d, 252 - F * v / d], -1)


def quad(o, u, v):
    o, u, v = (np.asarray(q, float) for q in (o, u, v))
    return proj(np.array([o, o + u, o + u + v, o + v]))


def face(
    o,
    u,
    v,
    tone,
    lines,
    seed,
    knots=0,
    cross=0.0,
    edge=1.0,
    shade=None,
    wmax=1.15,
    draw=True,
    wob=1.0,
):
    """one board: o corner, u along the grain, v across. tone 0..1; shade(s,t)->extra tone in board coordinates (0..1)"""
    r = np.random.default_rng(seed)
    o, u, v = (np.asarray(q, float) for q in (o, u, v))
    Q = proj(np.array([o + u * a + v * b for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]))
    P.mask(Q)
    s = np.linspace(0, 1, 160)
    lu, lv = np.linalg.norm(u), np.linalg.norm(v)
    kn = [
        (r.uniform(0.12, 0.88), r.uniform(0.25, 0.75), r.uniform(0.45, 0.8)) for _ in range(knots)
    ]
    wv = [noise1(160, 26, r) * 0.10 + noise1(160, 9, r) * 0.022 for _ in range(3)]
    for i in range(lines):
        b = (i + 0.5 + r.uniform(-0.28, 0.28)) / lines
        f = np.full(160, b)
        k3 = b * 2
        j = int(min(1, k3))
        fr = k3 - j
        f = (
            f
            + wob * (1 - fr if j < 1 else 2 - k3) * 0
            + wob * (wv[0] * (1 - b) + wv[1] * b) * np.sin(np.pi * b) ** 0.5 * 0.55
        )
        for ks, kt, kr in kn:  # grain parts round a knot
            dx = (s - ks) * lu
            dy = (f - kt) * lv
            rad = kr * (1.3 if abs(b - kt) < 0.5 else 1)
            push = (
                np.sign(b - kt + 1e-6)
                * rad
                * np.exp(-((dx / (2.6 * rad)) ** 2))
                * np.exp(-np.abs(b - kt) * lv / (1.5 * rad))
            )
            f = f + push / lv
        f = np.clip(f, 0.012, 0.988)
        q = proj(o + np.outer(s, u) + np.outer(f, v))
        tn = tone + (shade(s, f) if shade else 0)
        w = wmax * np.clip(tn, 0, 1) * (0.80 + 0.34 * noise1(160, 16, r) + 0.22 * r.uniform(-1, 1))
        cut = noise1(160, 14, r) + 3.6 * np.clip(tn, 0, 1) - 0.55 - 0.35 * (i % 2)
        ok = (cut > 0) & (w > 0.13)
        for a, c in runs(ok):
            if c - a < 8:
                continue
            e = np.minimum(1, np.minimum(np.arange(c - a), np.arange(c - a)[::-1]) / 7.0 + 0.08)
            P.stroke(q[a:c], np.clip(w[a:c], 0.16, 2) * e)
    for ks, kt, kr in kn:
        t = np.linspace(0, 2 * np.pi, 26)
        for m in (0.85, 0.42):
            P.stroke(
                proj(
                    o
                    + np.outer(ks + m * kr * 1.35 * np.cos(t) / lu, u)
                    + np.outer(kt + m * kr * 0.72 * np.sin(t) / lv, v)
                ),
                0.5 + 0.35 * np.cos(t - 0.8) ** 2,
            )
    if cross:
        n = int(lu / 0.62)
        for i in range(n):
            a = (i + 0.5 + r.uniform(-0.18, 0.18)) / n
            t = np.linspace(0, 1, 40)
            tn = np.clip(cross + (shade(np.full(40, a), t) * 0.8 if shade else 0), 0, 1)
            q = proj(o + np.outer(np.clip(a + 0.02 * (t - 0.5), 0, 1), u) + np.outer(t, v))
            w = 0.95 * tn * (0.85 + 0.2 * noise1(40, 9, r))
            ok = w > 0.14
            for x, y in runs(ok):
                if y - x > 5:
                    P.stroke(
                        q[x:y],
                        w[x:y]
                        * np.minimum(
                            1, np.minimum(np.arange(y - x), np.arange(y - x)[::-1]) / 5.0 + 0.1
                        ),
                    )
    if draw:
        for k, wt in zip(range(4), (1.25, 1.05, 0.8, 0.8)):
            a, b = Q[k], Q[(k + 1) % 4]
            t = np.linspace(0, 1, 12)[:, None]
            P.stroke(a + (b - a) * t + 0 * t, edge * wt * (0.72 + 0.28 * np.sin(np.pi * t[:, 0])))


L, D, Hh, T = 34.0, 13.0, 20.0, 1.1  # case
Hb = Hh
# ---- ground shadow to the right and behind, then lid (hinged on the back edge, leaning back a little past upright)
g = []
for i in range(13):
    y = -2 + i * 1.55
    x0 = L + 0.2
    x1 = L + 13 - 0.55 * i + rng.uniform(-2, 1.5)
    if y < 0:
        x0 = L - 24 + rng.uniform(-2, 6)
        x1 = L + 6
    t = np.linspace(0, 1, 30)
    q = proj(
        np.stack([x0 + (x1 - x0) * t, np.full(30, y) + 0.12 * noise1(30, 6, rng), np.zeros(30)], 1)
    )
    P.stroke(
        q,
        (1.55 - 0.05 * i) * np.sin(np.pi * np.clip(0.5 + 0.5 * t, 0, 0.985)) ** 0.8
        if y >= 0
        else 1.0 * np.sin(np.pi * np.clip(t, 0.02, 0.98)),
    )
la = np.radians(16)
hv = np.array([0, np.sin(la), np.cos(la)])
hn = np.array([0, np.cos(la), -np.sin(la)])
O = np.array([0, D, Hh + 0.2])  # lid: u along x, hv up, hn outwards
LD = D + 0.6
th = 1.0
for q in (([L, D, Hh + 0.2], hn * th, hv * LD),):
    face(q[0], q[2], q[1], 0.95, 4, 70, edge=1.0, wmax=1.1)  # right edge of the lid (thickness)
face(O + hv * LD, [L, 0, 0], hn * th, 0.10, 3, 71, edge=0.8)  # top edge
for i in range(3):
    b0 = i * LD / 3
    face(
        O + hv * b0,
        [L, 0, 0],
        hv * LD / 3,
        0.22,
        8,
        72 + i,
        knots=(1, 2, 1)[i],
        shade=lambda s, t, i=i: 0.30 * smooth(0.35, 1, s)
        + 0.34 * (1 - smooth(0, 0.75, t)) * (i == 0)
        - 0.08 * (i == 2),
        wmax=1.25,
        edge=0.85,
    )
for xb in (4.2, L - 7.0):  # battens on the inside of the lid
    face(
        O + np.array([xb, -0.9, 0]) + hv * 1.1,
        hv * (LD - 2.2),
        [2.8, 0, 0],
        0.16,
        5,
        80 + int(xb),
        wmax=0.9,
        edge=0.9,
    )
    face(
        O + np.array([xb + 2.8, -0.9, 0]) + hv * 1.1,
        hv * (LD - 2.2),
        [0, 0.9, 0],
        0.85,
        3,
        83 + int(xb),
        wmax=0.9,
        edge=0.6,
    )
    for zz in (2.6, LD - 2.6):
        P.dot(proj(O + np.array([xb + 1.4, -0.9, 0]) + hv * zz), 1.1)
# ---- inside walls (only their upper strip shows above the straw)
face(
    [T, D - T, Hh - 6.5],
    [L - 2 * T, 0, 0],
    [0, 0, 6.5],
    0.80,
    8,
    90,
    wmax=1.15,
    wob=0.3,
    shade=lambda s, t: 0.5 * (1 - t) + 0.2 * s,
)
face(
    [T, T, Hh - 6.5],
    [0, D - 2 * T, 0],
    [0, 0, 6.5],
    1.0,
    9,
    91,
    wmax=1.2,
    wob=0.25,
    shade=lambda s, t: 0.4 * (1 - t),
)
# rim of the back and left wall
face([0, D - T, Hh], [L, 0, 0], [0, T, 0], 0.06, 3, 92, edge=0.8)
face([0, 0, Hh], [0, D, 0], [T, 0, 0], 0.06, 3, 93, edge=0.8)


# ---- straw behind, necks, straw in front
def strand(c, ang, l, bend, wd, z, ymin=T + 0.05):
    t = np.linspace(-0.5, 0.5, 22)
    a = ang
    x = c[0] + l * t * np.cos(a) - bend * (t * t * 4 - 1) * np.sin(a)
    y = c[1] + l * t * np.sin(a) * 0.8 + bend * (t * t * 4 - 1) * np.cos(a) * 0.8
    zz = z + 1.5 * (0.25 - t * t) * 4 * 0.6
    x = np.clip(x, T + 0.1, L - T - 0.1)
    y = np.clip(y, ymin, D - T - 0.05)
    zz = np.where(y < T, zz - 0.35 * (T - y) ** 2, zz)
    q = proj(np.stack([x, y, zz], 1))
    n = normals(q)
    w = wd * np.sin(np.pi * (t + 0.5) * 0.94 + 0.09) ** 0.35
    P.mask(np.r_[q + n * w[:, None] / 2, (q - n * w[:, None] / 2)[::-1]])
    up, dn = (1, -1) if (n[:, 1].mean() < 0) else (-1, 1)
    P.stroke(q + up * n * w[:, None] / 2, 0.42 * np.sin(np.pi * (t * 0.98 + 0.5)) ** 0.5)
    P.stroke(q + dn * n * w[:, None] / 2, 0.95 * np.sin(np.pi * (t * 0.98 + 0.5)) ** 0.5)


def straw(y0, y1, n, z0, zr, keep=lambda x, y: True):
    pts = []
    while len(pts) < n:
        x, y = rng.uniform(T + 1.5, L - T - 1.5), rng.uniform(y0, y1)
        if keep(x, y):
            pts.append((x, y))
    for x, y in sorted(pts, key=lambda p: -p[1]):
        strand(
            (x, y),
            rng.normal(0, 0.55) + (np.pi if rng.random() < 0.5 else 0),
            rng.uniform(5.5, 10.5),
            rng.uniform(-1.6, 1.6),
            rng.uniform(2.0, 3.3),
            z0 + rng.uniform(0, zr),
        )


poly = proj(
    np.array(
        [(T, T, Hh - 3.6), (L - T, T, Hh - 3.6), (L - T, D - T, Hh - 3.6), (T, D - T, Hh - 3.6)]
    )
)
P.mask(poly)
straw(D * 0.50, D - T - 0.4, 14, Hh - 2.4, 1.9)


def neck(cx, cy, z0, seed):
    """lathe of neck and capsule; hatched across, tone from the cylinder; black glass, capsule with a ring"""
    r = np.random.default_rng(seed)
    prof = [
        (z0, 3.55),
        (z0 + 1.5, 3.1),
        (z0 + 2.8, 2.25),
        (z0 + 4.2, 1.72),
        (z0 + 5.4, 1.55),
        (z0 + 6.6, 1.50),
        (z0 + 6.61, 1.62),
        (z0 + 9.0, 1.60),
        (z0 + 13.2, 1.56),
        (z0 + 13.21, 1.78),
        (z0 + 14.6, 1.80),
        (z0 + 15.05, 1.72),
        (z0 + 15.3, 1.5),
    ]
    pz = np.array([p[0] for p in prof])
    pr = np.array([p[1] for p in prof])
    zz = np.linspace(z0, z0 + 15.3, 240)
    rr = np.interp(zz, pz, pr)
    rr[:90] = gaussian_filter1d(rr, 5)[:90]
    view = np.arctan2(-np.cos(YAW), -np.sin(YAW))
    right = np.array([np.cos(YAW), -np.sin(YAW)])
    fwd = np.array([-np.sin(YAW), -np.cos(YAW)])  # screen right, towards the viewer (ground plane)
    ring = lambda z, rad, a: proj(
        np.stack(
            [
                cx + rad * (right[0] * np.sin(a) + fwd[0] * np.cos(a)),
                cy + rad * (right[1] * np.sin(a) + fwd[1] * np.cos(a)),
                np.full(len(a), z),
            ],
            1,
        )
    )
    Lf = np.array([ring(z, q, np.array([-np.pi / 2]))[0] for z, q in zip(zz, rr)])
    Rt = np.array([ring(z, q, np.array([np.pi / 2]))[0] for z, q in zip(zz, rr)])
    top = ring(zz[-1], rr[-1], np.linspace(np.pi / 2, 3 * np.pi / 2, 40))
    P.mask(np.r_[Lf, top[::-1], Rt[::-1]])
    step = 0.38
    z = z0 + 0.2
    while z < z0 + 15.2:
        q = np.interp(z, zz, rr)
        a = np.linspace(-1.5, 1.5, 60)
        c = ring(z, q, a)
        cap = z > z0 + 6.6
        x = np.sin(a)
        if cap:
            tone = (
                1.0 * smooth(-0.42, 0.86, x) ** 1.2
                - 0.34 * smooth(0.88, 1, x)
                + 0.5 * smooth(0.80, 1, -x) * (int(z / 0.34) % 2)
            )  # matt capsule, white light left of the middle
        else:
            tone = (
                0.96
                - 0.92 * np.exp(-(((x + 0.46) / 0.15) ** 2))
                - 0.45 * np.exp(-(((x - 0.80) / 0.09) ** 2))
            )  # glass: dark with a sharp window
        if cap and abs(z - (z0 + 13.2)) < 0.25:
            tone = tone + 0.35
        if z > z0 + 14.7:
            tone = tone * 0.55
        sp = step * F / DIST * 0.93
        w = sp * np.clip(tone, 0, 1) * (0.60 if cap else 0.84) * (1 + 0.06 * noise1(60, 9, r))
        ok = w > (0.10 if cap else 0.30)
        for i, j in runs(ok):
            if j - i > 4:
                P.stroke(
                    c[i:j],
                    w[i:j]
                    * np.minimum(
                        1,
                        np.minimum(
                            np.arange(j - i) + (3 if i == 0 else 0),
                            np.arange(j - i)[::-1] + (3 if j == 60 else 0),
                        )
                        / 4.0
                        + 0.12,
                    ),
                )
        z += step
    for z, wt in ((z0 + 6.6, 1.0), (z0 + 7.2, 0.55), (z0 + 13.2, 1.0)):
        P.line(ring(z, np.interp(z + 0.02, zz, rr), np.linspace(-1.57, 1.57, 40)), wt, e=0.6)
    t = ring(zz[-1], rr[-1], np.linspace(0, 2 * np.pi, 60))
    P.mask(t)
    P.stroke(t, 0.75)
    for k_, rad in enumerate((0.62, 0.30)):
        P.line(ring(zz[-1], rr[-1] * rad, np.linspace(0.2, 2.6, 30)), 0.7, e=0.1)
    P.stroke(Lf, 0.85)
    P.stroke(Rt, 1.35)


for i, cx in enumerate((6.4, 17.0, 27.6)):
    neck(cx, D / 2 + 0.3, Hh - 3.6, 100 + i)
# stray ends over the rim come last (after the front); rims
face([L - T, 0, Hh], [0, D, 0], [T, 0, 0], 0.12, 3, 94, edge=0.8)
face([0, 0, Hh], [L, 0, 0], [0, T, 0], 0.04, 3, 95, edge=0.85)


def shadeside(i):
    o, u, v = np.array([L, 0, hb * i]), np.array([0, D, 0.0]), np.array([0, 0, hb])
    r = np.random.default_rng(300 + i)
    P.mask(quad(o, u, v))
    n = 14
    s = np.linspace(0.012, 0.988, 60)
    for k in range(n):  # along the grain, deepest towards the front edge and under each joint
        f = np.clip(
            (k + 0.5) / n
            + 0.010 * np.sin(np.pi * (k + 0.5) / n) * noise1(60, 18, r)
            + 0.003 * noise1(60, 6, r),
            0.012,
            0.988,
        )
        q = proj(o + np.outer(s, u) + np.outer(f, v))
        w = (
            0.56
            + 0.62 * (1 - s) ** 1.3 * (0.75 + 0.25 * f)
            + 0.26 * smooth(0.72, 1, f)
            + 0.06 * noise1(60, 9, r)
        )
        e = np.minimum(1, np.minimum(s, 1 - s) * 16 + 0.2)
        P.stroke(q, w * e)
    Q = quad(o, u, v)
    for k, wt in zip(range(4), (1.2, 1.0, 1.0, 1.0)):
        a, b = Q[k], Q[(k + 1) % 4]
        P.stroke(a + (b - a) * np.linspace(0, 1, 10)[:, None], wt)


# ---- outside: right side in shade, front in the light, three boards each
hb = Hh / 3
for i in range(3):
    shadeside(i)
for i in range(3):
    face(
        [0, 0, hb * i],
        [L, 0, 0],
        [0, 0, hb],
        0.17,
        8,
        120 + i,
        knots=(2, 0, 1)[i],
        shade=lambda s, t, i=i: 0.22 * smooth(0.55, 1, s)
        + 0.26 * (1 - smooth(0, 0.35, t)) * (i == 0)
        + 0.10 * smooth(0.7, 1, t) * (i == 2) * 0,
        wmax=1.15,
    )
import re


def wordmark(path, x0, z0, width):
    t = open(path).read()
    d = re.search(r' d="([^"]+)"', t).group(1)
    tok = re.findall(r'[MLHVQCZ]|-?\d*\.?\d+', d)
    k = width / 443.0
    o = ''
    i = 0
    cur = [0, 0]
    cmd = ''
    pt = lambda x, y: P.join(proj(np.array([x0 + x * k, -0.02, z0 - y * k])))
    while i < len(tok):
        if tok[i].isalpha():
            cmd = tok[i]
            i += 1
        if cmd == 'Z':
            o += 'Z'
            continue
        n = {'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'C': 6}[cmd]
        v = [float(q) for q in tok[i : i + n]]
        i += n
        if cmd == 'H':
            v = [v[0], cur[1]]
        if cmd == 'V':
            v = [cur[0], v[0]]
        c = {'H': 'L', 'V': 'L'}.get(cmd, cmd)
        o += c + ' '.join(pt(v[j], v[j + 1]) for j in range(0, len(v), 2))
        cur = v[-2:]
        if cmd == 'M':
            cmd = 'L'
    return o


PIC = os.environ['ART'] + '/final'
WM = wordmark(PIC + '/kohue-wordmark.svg', L / 2 - 6.6, hb * 1.5 - 1.02, 13.2)
# nails, corner posts' nails, rope handle on the side
for x in (1.0, L - 1.0):
    for i in range(3):
        for dz in (1.6, hb - 1.6):
            P.dot(proj(np.array([x, 0, hb * i + dz])), 0.95)
for i in range(3):
    for y in (1.0, D - 1.0):
        P.dot(proj(np.array([L, y, hb * i + hb / 2])), 0.9)
# ---- straw in front of the necks: fills the case to the rim, a few ends hang over it
straw(T + 0.9, D * 0.50, 28, Hh - 1.6, 1.7)
for cx in (6.4, 17.0, 27.6):
    for _ in range(5):
        strand(
            (cx + rng.uniform(-2.4, 2.4), D / 2 - 2.6 - rng.uniform(0, 1.4)),
            rng.normal(0, 0.4),
            rng.uniform(5, 8),
            rng.uniform(0.2, 1.5),
            rng.uniform(2.2, 3.2),
            Hh - 0.9 + rng.uniform(0, 1.0),
        )
for x, y in ((30.6, 4.2), (31.2, 3.2), (30.2, 2.6), (31.0, 2.0)):
    strand(
        (x, y),
        rng.normal(0.1, 0.3),
        rng.uniform(4, 5.5),
        rng.uniform(-0.6, 0.6),
        rng.uniform(2.2, 3),
        Hh - 0.7 + rng.uniform(0, 0.5),
    )
for x in (4.5, 8.6, 13.5, 20.5, 24, 30):
    strand(
        (x, T + 0.2),
        np.pi / 2 + rng.normal(0, 0.5) * (1 if rng.random() < 0.5 else -1),
        rng.uniform(4.5, 6.5),
        rng.uniform(-1, 1),
        rng.uniform(2.0, 2.8),
        Hh + 0.1,
        ymin=-1.2,
    )
t = P.svg((62, 42, 398, 384)).replace('<path d="', '<path d="' + WM + '"/><path d="', 1)
open(OUT + '/engraving-case.svg', 'w').write(t)
import gzip

print(
    'engraving-case.svg',
    P.n,
    'strokes',
    round(len(t) / 1000, 1),
    'kB raw',
    round(len(gzip.compress(t.encode(), 9)) / 1000, 1),
    'kB gzip',
)
