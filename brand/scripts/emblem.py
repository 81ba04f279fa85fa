"""Kohue emblem: generated fine-line botanical engraving (single colour SVG, filled swelling strokes,
true hidden-line removal, no masks).  -> final/kohue-emblem.svg (+ -small variant, fewer hatches)"""

import numpy as np, os, sys

ART = os.environ['ART']
rng = np.random.default_rng(4)


def bez(p0, p1, p2, p3, n=60):
    t = np.linspace(0, 1, n)[:, None]
    p0, p1, p2, p3 = map(np.array, (p0, p1, p2, p3))
    return (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t**3 * p3


def normal(p):
    d = np.gradient(p, axis=0)
    d /= np.linalg.norm(d, axis=1)[:, None] + 1e-9
    return np.stack([-d[:, 1], d[:, 0]], 1)


def inside(pt, poly):
    x, y = pt[:, 0][:, None], pt[:, 1][:, None]
    a = poly
    b = np.roll(poly, -1, 0)
    c = ((a[None, :, 1] > y) != (b[None, :, 1] > y)) & (
        x
        < (b[:, 0] - a[:, 0])[None] * (y - a[None, :, 1]) / ((b[:, 1] - a[:, 1])[None] + 1e-12)
        + a[None, :, 0]
    )
    return c.sum(1) % 2 == 1


class Plate:
    def __init__(s):
        s.items = []  # (kind, pts, width profile) drawn back to front ; 'mask' occludes earlier items

    def stroke(s, p, w):
        s.items.append(('s', np.asarray(p, float), w))

    def mask(s, poly):
        s.items.append(('m', np.asarray(poly, float), None))

    def dot(s, c, r):
        s.items.append(('d', np.asarray(c, float), r))

    def svg(s, scale=1):
        out = []
        masks = []
        for k, p, w in reversed(s.items):
            if k == 'm':
                masks.append(p)
                continue
            if k == 'd':
                if not any(inside(p[None], m)[0] for m in masks):
                    out.append(circ(p, w))
                continue
            n = max(len(p), int(np.linalg.norm(np.diff(p, axis=0), axis=1).sum() / 0.35) + 2)
            L = np.r_[0, np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))]
            t = np.linspace(0, L[-1], n)
            q = np.stack([np.interp(t, L, p[:, 0]), np.interp(t, L, p[:, 1])], 1)
            ww = w(np.linspace(0, 1, n)) if callable(w) else np.full(n, w)
            vis = np.ones(n, bool)
            for m in masks:
                lo, hi = m.min(0), m.max(0)
                if (q.max(0) < lo).any() or (q.min(0) > hi).any():
                    continue
                vis &= ~inside(q, m)
            i = 0
            while i < n:
                if not vis[i]:
                    i += 1
                    continue
                j = i
                while j < n and vis[j]:
                    j += 1
                if j - i > 2:
                    out.append(ribbon(q[i:j], ww[i:j]))
                i = j
        return out[::-1]


def fmt(v):
    return ('%.2f' % v).rstrip('0').rstrip('.')


def simp(p, eps=0.025):
    keep = [0]

    def rec(a, b):
        if b <= a + 1:
            return
        d = p[b] - p[a]
        L = np.hypot(*d)
        v = p[a + 1 : b] - p[a]
        dist = (
            np.abs(v[:, 0] * d[1] - v[:, 1] * d[0]) / L if L > 1e-9 else np.hypot(v[:, 0], v[:, 1])
        )
        i = int(dist.argmax())
        if dist[i] > eps:
            rec(a, a + 1 + i)
            keep.append(a + 1 + i)
            rec(a + 1 + i, b)

    rec(0, len(p) - 1)
    keep.append(len(p) - 1)
    return p[sorted(set(keep))]


def ribbon(p, w):
    n = normal(p)
    a = simp(p + n * w[:, None] / 2)
    b = simp(p - n * w[:, None] / 2)[::-1]
    q = np.r_[a, b]
    return 'M' + ' '.join(fmt(x) + ',' + fmt(-y) for x, y in q) + 'Z'


def circ(c, r):
    return f'M{fmt(c[0] - r)},{fmt(-c[1])}a{fmt(r)},{fmt(r)} 0 1,0 {fmt(2 * r)},0a{fmt(r)},{fmt(r)} 0 1,0 {fmt(-2 * r)},0Z'


LW = 0.27


def taper(a, b=0.05, p=1.0):
    return lambda t: a * np.clip(1 - t, 0, 1) ** p * (1 - b / a) + b


def swell(a, e=0.06):
    return lambda t: e + (a - e) * np.sin(np.pi * np.clip(t, 0, 1)) ** 0.8


def leaf(P, base, ang, L, Wd, bend, flip, hatch=True, step=0.62):
    a = np.radians(ang)
    d = np.array([np.cos(a), np.sin(a)])
    nrm = np.array([-d[1], d[0]])
    mid = bez(
        base,
        np.array(base) + d * L * 0.35,
        np.array(base) + d * L * 0.7 + nrm * bend * 0.5,
        np.array(base) + d * L + nrm * bend * 1.0,
        80,
    )
    n = normal(mid)
    t = np.linspace(0, 1, 80)
    prof = Wd * np.sin(np.pi * t**0.86) ** 0.92 * (1 - 0.16 * t)
    prof[:6] *= np.linspace(0.1, 1, 6)
    up = mid + n * (prof * 1.0)[:, None]
    dn = mid - n * (prof * 0.94)[:, None]
    P.mask(np.r_[up, dn[::-1]])
    P.stroke(up, swell(LW * 1.15, 0.12))
    P.stroke(dn, swell(LW * 1.5, 0.12))
    P.stroke(mid[:-3], taper(LW * 1.25, 0.08))
    if hatch:
        for side, len_f, wd in ((1 if flip else -1, 0.985, 0.23), (-1 if flip else 1, 0.50, 0.16)):
            k = int(L / step)
            for i in range(2, k - 1):
                tt = i / k
                j = int(tt * 79)
                adv = min(79, j + int(12 * (1 - 0.4 * tt)))
                pm = mid[j]
                pe = mid[adv] + side * n[adv] * prof[adv] * (1.0 if side > 0 else 0.94)
                f = (
                    len_f
                    * (0.90 + 0.10 * np.sin(i * 1.9))
                    * (1 if len_f > 0.8 else (0.55 + 0.6 * np.sin(np.pi * tt)))
                )
                c1 = pm + (pe - pm) * 0.45 + (mid[min(79, j + 3)] - pm) * 0.5
                s = bez(pm, pm + (c1 - pm) * 0.6, c1, pm + (pe - pm) * f, 14)
                P.stroke(s, taper(wd, 0.05, 0.8))


def flower(P, base, ang, L, curve, open_=1.0, bud=False, hatch=True):
    a = np.radians(ang)
    d = np.array([np.cos(a), np.sin(a)])
    nrm = np.array([-d[1], d[0]])
    base = np.array(base)
    mid = bez(
        base,
        base + d * L * 0.42 - nrm * curve * 0.10,
        base + d * L * 0.78 + nrm * curve * 0.25,
        base + d * L * 0.98 + nrm * curve,
        50,
    )
    n = normal(mid)
    t = np.linspace(0, 1, 50)
    tip = mid[-1]
    td = mid[-1] - mid[-3]
    td /= np.linalg.norm(td)
    tn = np.array([-td[1], td[0]])
    prof = (
        0.40
        + 0.62 * t**1.35
        + 0.42 * np.exp(-(((t - 0.05) / 0.055) ** 2))
        - 0.10 * np.exp(-(((t - 0.17) / 0.08) ** 2))
    )
    if bud:
        prof = (0.55 + 1.15 * t**1.6) * np.clip((1 - t) * 7, 0, 1) ** 0.5 + 0.3 * np.exp(
            -(((t - 0.05) / 0.06) ** 2)
        )
    if not bud:
        # stamens + style
        for k, s in enumerate(np.linspace(-1, 1, 5)):
            e = (
                tip
                + td * L * (0.50 + 0.10 * np.cos(k * 2.1))
                + tn * s * L * 0.20
                + nrm * curve * 0.12
            )
            st = bez(
                tip - td * 0.6,
                tip + td * L * 0.16 + tn * s * 0.5,
                tip + td * L * 0.34 + tn * s * L * 0.10,
                e,
                30,
            )
            P.stroke(st, 0.17)
            ad = st[-1] - st[-4]
            ad /= np.linalg.norm(ad)
            P.stroke(np.array([e - ad * 0.25, e + ad * 0.35, e + ad * 0.95]), swell(0.62, 0.2))
        stl = bez(
            tip,
            tip + td * L * 0.2,
            tip + td * L * 0.45 - tn * 0.3,
            tip + td * L * 0.74 + nrm * curve * 0.3,
            30,
        )
        P.stroke(stl, 0.2)
        P.dot(stl[-1], 0.38)
        for s, ln, back in (
            (-1, 0.36, 0.55),
            (1, 0.36, 0.55),
            (-0.45, 0.30, 0.85),
            (0.5, 0.30, 0.8),
        ):
            r0 = tip + tn * s * 1.05 - td * 0.25
            pt = bez(
                r0,
                r0 + td * L * 0.12 + tn * s * 0.7,
                r0 + tn * s * L * 0.17 + td * L * 0.07,
                r0 + tn * np.sign(s) * L * (0.21 + 0.03 * abs(s)) - td * L * ln * back * 0.42,
                30,
            )
            nn = normal(pt)
            tt = np.linspace(0, 1, 30)
            w = 0.66 * np.sin(np.pi * np.clip(tt * 0.86 + 0.14, 0, 1)) ** 0.7 + 0.05
            poly = np.r_[pt + nn * w[:, None], (pt - nn * w[:, None])[::-1]]
            P.mask(poly)
            P.stroke(pt + nn * w[:, None], 0.24)
            P.stroke(pt - nn * w[:, None], 0.24)
            P.stroke(pt[3:-5], taper(0.16, 0.04))
    up = mid + n * prof[:, None]
    dn = mid - n * prof[:, None]
    P.mask(np.r_[up, dn[::-1]])
    P.stroke(up, LW * 0.9)
    P.stroke(dn, LW * 1.25)
    if bud:
        pass
    else:
        P.stroke(np.array([up[-1], tip + td * 0.28, dn[-1]]), 0.2)
    if hatch:
        for o, x0, x1, w in (
            (-0.66, 0.06, 0.97, 0.24),
            (-0.34, 0.08, 0.72, 0.2),
            (-0.02, 0.10, 0.42, 0.16),
            (0.55, 0.62, 0.9, 0.13),
        ):
            i0, i1 = int(x0 * 49), int(x1 * 49)
            q = mid[i0:i1] + n[i0:i1] * (prof[i0:i1] * o)[:, None]
            P.stroke(q, taper(w, 0.05))


def berry(P, c, r, hatch=True):
    th = np.linspace(0, 2 * np.pi, 60)
    c = np.array(c)
    poly = c + r * np.stack([np.cos(th), np.sin(th) * 1.12], 1)
    P.mask(poly)
    P.stroke(poly, 0.28)
    if hatch:
        for k, o in enumerate((0.80, 0.58, 0.34)):
            a = np.linspace(-2.35, -0.1 + 0.15 * k, 26)
            P.stroke(c + r * o * np.stack([np.cos(a), np.sin(a) * 1.1], 1), swell(0.22, 0.05))
    P.stroke(np.array([c + [-0.28, r * 1.12], c + [0, r * 1.32], c + [0.28, r * 1.12]]), 0.2)


def build(hatch=True, step=0.62, crown=False):
    P = Plate()
    stem = np.r_[
        bez((-3.2, -46), (-7, -30), (5.5, -18), (1.2, 2), 80),
        bez((1.2, 2), (-2, 16), (-1.5, 20), (0, 28), 60)[1:],
    ]

    def at(s):
        i = int(s * (len(stem) - 1))
        return stem[i], i

    n = normal(stem)
    t = np.linspace(0, 1, len(stem))
    w = 0.98 * (1 - 0.58 * t)
    # back flowers / buds
    top = stem[-1]
    B = lambda dy: top + np.array([0, dy])
    for ang, L, cu in ((121, 15.5, 3.6), (61, 15.5, -3.2)):
        flower(P, B(-0.7), ang, L, cu, hatch=hatch)
    flower(P, B(-0.3), 92, 17.5, -1.3, hatch=hatch)
    for ang, L, cu in ((149, 14.5, 6.4), (33, 14.5, -6.0)):
        flower(P, B(-1.4), ang, L, cu, hatch=hatch)
    for ang, L, cu in ((106, 8.6, 0.7), (77, 7.8, -0.7)):
        flower(P, B(-0.5), ang, L, cu, bud=True, hatch=hatch)
    if crown:  # flower crown only: favicon, seal, corner mark
        for a_, f_, b_ in ((205, True, 1), (-25, False, -1)):
            leaf(P, top + np.array([0, -1.6]), a_, 9.5, 2.0, b_ * 1.2, f_, hatch, step)
        P.stroke(np.array([top + [0, -0.4], top + [0.15, -3], top + [0.1, -6.5]]), 1.0)
        return P
    # stem
    P.mask(np.r_[stem + n * w[:, None] * 0.5, (stem - n * w[:, None] * 0.5)[::-1]])
    P.stroke(stem + n * w[:, None] * 0.5, 0.26)
    P.stroke(stem - n * w[:, None] * 0.5, 0.42)
    if hatch:
        P.stroke(stem - n * w[:, None] * 0.12, taper(0.2, 0.08))
    # leaves in opposite pairs, largest low
    pairs = [(0.17, 23, 4.5), (0.36, 22, 4.4), (0.55, 19, 3.9), (0.72, 14.5, 3.1), (0.86, 10, 2.2)]
    for k, (s, L, Wd) in enumerate(pairs):
        p, i = at(s)
        tg = stem[min(i + 3, len(stem) - 1)] - stem[max(0, i - 3)]
        ta = np.degrees(np.arctan2(tg[1], tg[0]))
        sp = 56 - 2 * k
        leaf(P, p + n[i] * w[i] * 0.3, ta + sp + 3 * (-1) ** k, L, Wd, L * 0.17, True, hatch, step)
        leaf(
            P,
            p - n[i] * w[i] * 0.3,
            ta - sp + 3 * (-1) ** k,
            L * 0.97,
            Wd,
            -L * 0.17,
            False,
            hatch,
            step,
        )
    for s, sd, r in ((0.455, 1, 1.35), (0.64, -1, 1.25), (0.27, -1, 1.4)):
        p, i = at(s)
        e = p + n[i] * sd * 3.7 + np.array([0, 2.6])
        P.stroke(
            bez(
                p + n[i] * sd * w[i] * 0.5,
                p + n[i] * sd * 1.6 + np.array([0, 0.2]),
                e - np.array([sd * 0.9, 2.2]),
                e,
                20,
            ),
            0.27,
        )
        berry(P, e + np.array([sd * 0.15, r * 1.0]), r, hatch)
    # cut end of the stem
    P.stroke(np.array([stem[0] + n[0] * 0.6, stem[0] - n[0] * 0.6]), 0.3)
    return P


if __name__ == '__main__':
    for name, hatch, step in (('kohue-emblem', True, 0.62), ('kohue-emblem-small', False, 1)):
        if not hatch:
            LW = 0.62
        d = build(hatch, step).svg()
        s = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-30 -59 60 108" fill="currentColor" role="img" aria-label="Kohue"><path d="{"".join(d)}"/></svg>'
        open(f'{ART}/final/{name}.svg', 'w').write(s)
        print(name, len(s) // 1024, 'KB', len(d), 'strokes')
    LW = 0.34
    d = build(True, 0.7, True).svg()
    s = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-28 -59.5 56 42" fill="currentColor" role="img" aria-label="Kohue"><path d="{"".join(d)}"/></svg>'
    open(f'{ART}/final/kohue-mark.svg', 'w').write(s)
    print('kohue-mark', len(s) // 1024, 'KB')
