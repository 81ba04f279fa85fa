"""Copper-plate helpers shared by the engraving scripts (engraving_*.py).

A plate is drawn back to front. `mask(poly)` hides what lies behind it (true hidden lines, no white fills, so the ground stays
transparent). Hatching follows the form: `hatch` draws the level lines of a phase field, and the tone field sets the swelling of
each line (width = tone x distance to the next line), so light and shade come from the lines alone. Every stroke is a filled
ribbon, its two edges fitted with cubic Beziers, coordinates relative and rounded: small files, smooth at any size."""
import gzip
import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates, gaussian_filter1d


def smooth(a, b, x):
    t = np.clip((np.asarray(x, float) - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def arclen(p):
    return np.r_[0, np.cumsum(np.hypot(*np.diff(p, axis=0).T))]


def resample(p, step):
    L = arclen(p)
    n = max(4, int(np.ceil(L[-1] / step)) + 1)
    t = np.linspace(0, L[-1], n)
    return np.stack([np.interp(t, L, p[:, 0]), np.interp(t, L, p[:, 1])], 1)


def bez(p0, p1, p2, p3, n=40):
    t = np.linspace(0, 1, n)[:, None]
    p0, p1, p2, p3 = (np.asarray(q, float) for q in (p0, p1, p2, p3))
    return (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t**3 * p3


def spline(pts, step=1.0, closed=False):
    """centripetal-ish Catmull-Rom through pts"""
    P = np.asarray(pts, float)
    P = np.r_[P[-1:], P, P[:2]] if closed else np.r_[2 * P[:1] - P[1:2], P, 2 * P[-1:] - P[-2:-1]]
    out = []
    for i in range(1, len(P) - 2):
        a, b, c, d = P[i - 1 : i + 3]
        t = np.linspace(0, 1, 24, endpoint=False)[:, None]
        out.append(
            0.5
            * (
                (2 * b)
                + (c - a) * t
                + (2 * a - 5 * b + 4 * c - d) * t * t
                + (3 * b - a - 3 * c + d) * t**3
            )
        )
    q = np.vstack(out + [P[-2:-1]])
    return resample(q, step)


def normals(p):
    d = np.gradient(p, axis=0)
    d /= np.hypot(*d.T)[:, None] + 1e-9
    return np.stack([-d[:, 1], d[:, 0]], 1)


def noise2(shape, sig, seed, wrapx=False):
    r = np.random.default_rng(seed).standard_normal(shape)
    g = gaussian_filter(r, sig, mode=['reflect', 'wrap'] if wrapx else 'reflect')
    return g / g.std()


def noise1(n, sig, rng):
    g = gaussian_filter1d(rng.standard_normal(n + int(8 * sig) + 2), sig)[
        int(4 * sig) : int(4 * sig) + n
    ]
    return g / (g.std() + 1e-9)


def inside(shape, poly, k):
    """boolean raster of a polygon (k samples per unit)"""
    from PIL import Image, ImageDraw

    m = Image.new('1', (shape[1], shape[0]))
    ImageDraw.Draw(m).polygon([(x * k, y * k) for x, y in poly], fill=1)
    return np.asarray(m)


# ---- cubic fitting (Schneider)
def _fit(p, t0, t1, err, out, depth=0):
    n = len(p)
    if n <= 2 or depth > 9:
        d = np.hypot(*(p[-1] - p[0])) / 3
        out.append((p[0] + t0 * d, p[-1] + t1 * d, p[-1]))
        return
    L = arclen(p)
    u = L / max(L[-1], 1e-9)
    chord = np.hypot(*(p[-1] - p[0]))
    for it in range(4):
        b0, b1, b2, b3 = (1 - u) ** 3, 3 * u * (1 - u) ** 2, 3 * u * u * (1 - u), u**3
        A1 = b1[:, None] * t0
        A2 = b2[:, None] * t1
        C = np.array([[(A1 * A1).sum(), (A1 * A2).sum()], [(A1 * A2).sum(), (A2 * A2).sum()]])
        r = p - (b0 + b1)[:, None] * p[0] - (b2 + b3)[:, None] * p[-1]
        X = np.array([(A1 * r).sum(), (A2 * r).sum()])
        D = np.linalg.det(C)
        a1, a2 = (
            ((X[0] * C[1, 1] - X[1] * C[0, 1]) / D, (C[0, 0] * X[1] - C[1, 0] * X[0]) / D)
            if abs(D) > 1e-12
            else (0, 0)
        )
        if not (1e-3 * L[-1] < a1 < 1.6 * L[-1]) or not (1e-3 * L[-1] < a2 < 1.6 * L[-1]):
            a1 = a2 = L[-1] / 3
        c1, c2 = p[0] + t0 * a1, p[-1] + t1 * a2
        q = b0[:, None] * p[0] + b1[:, None] * c1 + b2[:, None] * c2 + b3[:, None] * p[-1]
        e = np.hypot(*(q - p).T)
        k = int(e.argmax())
        if e[k] < err:
            out.append((c1, c2, p[-1]))
            return
        if e[k] > err * 6:
            break
        dq = (
            3 * ((1 - u) ** 2)[:, None] * (c1 - p[0])
            + 6 * ((1 - u) * u)[:, None] * (c2 - c1)
            + 3 * (u * u)[:, None] * (p[-1] - c2)
        )
        u = np.clip(u + ((p - q) * dq).sum(1) / ((dq * dq).sum(1) + 1e-9), 0, 1)
        u = np.maximum.accumulate(u)
    k = min(max(k, 1), n - 2)
    lo, hi = max(0, k - 2), min(n - 1, k + 2)
    tc = p[lo] - p[hi]
    tc = tc / (np.hypot(*tc) + 1e-9)
    _fit(p[: k + 1], t0, tc, err, out, depth + 1)
    _fit(p[k:], -tc, t1, err, out, depth + 1)


def cubics(p, err):
    def tan(a):
        v = a[min(2, len(a) - 1)] - a[0]
        return v / (np.hypot(*v) + 1e-9)

    out = []
    _fit(p, tan(p), tan(p[::-1]), err, out)
    return out


class Plate:
    def __init__(s, w, h, k=4, err=0.09, minlen=1.2, minw=0.16, q=6, stub=5.0):
        """k raster samples per unit for hidden lines; q file units per unit (integers in the file)"""
        s.w, s.h, s.k, s.err, s.minlen, s.minw, s.q, s.stub = w, h, k, err, minlen, minw, q, stub
        s.items = []
        s.shape = (int(h * k), int(w * k))
        s.n = 0

    def stroke(s, p, w):
        p = np.asarray(p, float)
        w = np.broadcast_to(np.asarray(w, float), len(p))
        s.items.append(('s', p, w))

    def line(s, p, w, e=0.15, pw=0.7, step=0.6):
        """contour line that swells to w in the middle and thins to e*w at both ends"""
        q = resample(np.asarray(p, float), step)
        t = np.linspace(0, 1, len(q))
        s.stroke(q, w * (e + (1 - e) * np.sin(np.pi * t) ** pw))

    def taper(s, p, w, e=0.1, pw=0.8, step=0.6):
        q = resample(np.asarray(p, float), step)
        t = np.linspace(0, 1, len(q))
        s.stroke(q, w * (e + (1 - e) * (1 - t) ** pw))

    def thin(s, a, b, c, w):
        s.items.append(('t', np.array([a, b, c], float), w))  # hairline, quadratic from a to c by b

    def dot(s, c, r):
        s.items.append(('d', np.asarray(c, float), r))

    def mask(s, poly):
        s.items.append(('m', np.asarray(poly, float), None))

    def num(s, v):
        return str(int(round(float(v) * s.q)))

    def join(s, vals):
        o = ''
        for v in vals:
            t = s.num(v)
            o += t if not o or t[0] == '-' else ' ' + t
        return o

    def ribbon(s, p, w):
        n = normals(p)
        a = p + n * w[:, None] / 2
        b = (p - n * w[:, None] / 2)[::-1]
        r = lambda v: np.round(v * s.q) / s.q
        cur = r(a[0])
        o = 'M' + s.join(cur)
        s.n += 1
        for k, side in enumerate((a, b)):
            if k:
                d = r(side[0]) - cur
                if np.abs(d).max() > 0:
                    o += 'l' + s.join(d)
                    cur = cur + d
            for c1, c2, e in cubics(side, s.err):
                e = r(e)
                v = [*(r(c1) - cur), *(r(c2) - cur), *(e - cur)]
                o += 'c' + s.join(v)
                cur = e
        return o + 'z'

    def paths(s):
        cov = np.zeros(s.shape, bool)
        out = []
        s.dots = {}
        for kind, p, w in reversed(s.items):
            if kind == 'm':
                cov |= inside(s.shape, p, s.k)
                continue
            if kind == 'd':
                x, y = int(p[0] * s.k), int(p[1] * s.k)
                if 0 <= x < s.shape[1] and 0 <= y < s.shape[0] and cov[y, x]:
                    continue
                s.dots.setdefault(max(1, round(2 * w / 0.33)) * 0.33, []).append(
                    'M' + s.join(p) + 'h0'
                )
                s.n += 1
                continue
            if kind == 't':
                tt = np.linspace(0, 1, 7)[:, None]
                q = (1 - tt) ** 2 * p[0] + 2 * (1 - tt) * tt * p[1] + tt * tt * p[2]
                x = (q[:, 0] * s.k).astype(int).clip(0, s.shape[1] - 1)
                y = (q[:, 1] * s.k).astype(int).clip(0, s.shape[0] - 1)
                if cov[y, x].any():
                    continue
                s.dots.setdefault(w, []).append(
                    'M' + s.join(p[0]) + 'q' + s.join((*(p[1] - p[0]), *(p[2] - p[0])))
                )
                s.n += 1
                continue
            q = p
            L = arclen(p)
            m = max(4, int(L[-1] / 0.5) + 1)
            t = np.linspace(0, L[-1], m)
            q = np.stack([np.interp(t, L, p[:, 0]), np.interp(t, L, p[:, 1])], 1)
            ww = np.interp(t, L, w)
            x = np.clip((q[:, 0] * s.k).astype(int), 0, s.shape[1] - 1)
            y = np.clip((q[:, 1] * s.k).astype(int), 0, s.shape[0] - 1)
            hid = cov[y, x]
            ok = ~hid & (ww >= s.minw * 0.5)
            for i, j in runs(ok):
                if j - i < 3 or arclen(q[i:j])[-1] < s.minlen:
                    continue
                v = ww[i:j].copy()
                if v.max() < s.minw or (
                    hid[max(0, i - 2) : j + 2].any() and arclen(q[i:j])[-1] < s.stub * v.max()
                ):
                    continue  # no blunt stubs between things in front
                out.append(s.ribbon(q[i:j], np.maximum(v, s.minw * 0.55)))
        return out[::-1]

    def parts(s):
        d = ''.join(s.paths())
        dd = ''.join(
            f'<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="{s.num(w)}" d="{"".join(v)}"/>'
            for w, v in sorted(s.dots.items())
        )
        return (f'<path d="{d}"/>' if d else '') + dd

    def svg(s, vb=None):
        vb = vb or (0, 0, s.w, s.h)
        d = ''.join(s.paths())
        dd = ''.join(
            f'<path stroke-width="{s.num(w)}" d="{"".join(v)}"/>' for w, v in sorted(s.dots.items())
        )
        if dd:
            dd = f'<g fill="none" stroke="currentColor" stroke-linecap="round">{dd}</g>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(s.num(v) for v in vb)}" fill="currentColor" aria-hidden="true"><path d="{d}"/>{dd}</svg>'

    def save(s, path, vb=None):
        t = s.svg(vb)
        open(path, 'w').write(t)
        print(
            path.split('/')[-1],
            s.n,
            'strokes',
            round(len(t) / 1000, 1),
            'kB raw',
            round(len(gzip.compress(t.encode(), 9)) / 1000, 1),
            'kB gzip',
        )
        return t


def runs(ok):
    e = np.flatnonzero(np.diff(np.r_[0, ok.astype(int), 0]))
    return list(zip(e[::2], e[1::2]))


# ---- level lines
def contours(F, levels, k):
    """marching squares with linking; F sampled k per unit, NaN = outside. Yields (level, polyline)"""
    H, W = F.shape
    for lv in levels:
        G = F - lv
        G = np.where(G == 0, 1e-9, G)
        nan = np.isnan(G)
        pos = G > 0
        hx = (pos[:, :-1] != pos[:, 1:]) & ~nan[:, :-1] & ~nan[:, 1:]
        vx = (pos[:-1] != pos[1:]) & ~nan[:-1] & ~nan[1:]
        cells = set(
            zip(
                *np.nonzero(
                    (hx[:-1] | hx[1:] | vx[:, :-1] | vx[:, 1:])
                    & ~(nan[:-1, :-1] | nan[1:, :-1] | nan[:-1, 1:] | nan[1:, 1:])
                )
            )
        )
        if not cells:
            continue
        adj = {}

        def pt(e):
            t, y, x = e
            if t == 0:
                a = G[y, x] / (G[y, x] - G[y, x + 1])
                return (x + a, y)
            a = G[y, x] / (G[y, x] - G[y + 1, x])
            return (x, y + a)

        for y, x in cells:
            es = [
                e
                for e in ((0, y, x), (0, y + 1, x), (1, y, x), (1, y, x + 1))
                if (hx if e[0] == 0 else vx)[e[1], e[2]]
            ]
            if len(es) == 4:
                es = [es[0], es[2], es[1], es[3]]
            for a, b in zip(es[::2], es[1::2]):
                adj.setdefault(a, []).append(b)
                adj.setdefault(b, []).append(a)
        seen = set()
        starts = [e for e in adj if len(adj[e]) == 1] + list(adj)
        for st in starts:
            if st in seen:
                continue
            ch = [st]
            seen.add(st)
            cur = st
            while True:
                nx = [e for e in adj[cur] if e not in seen]
                if not nx:
                    break
                cur = nx[0]
                seen.add(cur)
                ch.append(cur)
            if len(adj[st]) == 2 and len(ch) > 3 and st in adj[ch[-1]]:
                ch.append(st)
            if len(ch) > 3:
                yield lv, np.array([pt(e) for e in ch]) / k + 0.5 / k


def samp(F, q, k):
    return map_coordinates(F, [q[:, 1] * k - 0.5, q[:, 0] * k - 0.5], order=1, mode='nearest')


def hatch(
    P,
    phase,
    tone,
    mask,
    step,
    kF,
    wmax=0.8,
    wmin=0.0,
    thr=0.06,
    gap=1.6,
    minlen=3.0,
    jitter=0.0,
    seed=0,
    ends=2.2,
    maxw=1.6,
    smoothsig=1.2,
    wsmooth=3.0,
):
    """level lines of `phase` every `step`; width = tone*distance to the neighbour (<= wmax of it). tone 0..1"""
    rng = np.random.default_rng(seed)
    F = np.where(mask, phase, np.nan)
    lo, hi = np.nanmin(F), np.nanmax(F)
    gy, gx = np.gradient(phase)
    g = np.hypot(gx, gy) * kF
    g = gaussian_filter(g, 1.5)
    lv = np.arange(np.ceil(lo / step), np.floor(hi / step) + 1) * step
    if jitter:
        lv = lv + rng.uniform(-jitter, jitter, len(lv)) * step
    for L, q in contours(F, lv, kF):
        al = arclen(q)[-1]
        if al < minlen:
            continue
        q = resample(q, 0.7)
        q = gaussian_filter1d(q, smoothsig, axis=0, mode='nearest') if len(q) > 6 else q
        t = samp(tone, q, kF)
        d = step / (samp(g, q, kF) + 1e-6)
        t = gaussian_filter1d(t, wsmooth, mode='nearest')
        w = np.minimum(wmin + t * np.minimum(d, step * 9e9) * wmax, maxw)
        ok = t > thr
        rr = runs(ok)
        out = []
        for i, j in rr:
            if out and arclen(q[out[-1][1] - 1 : i + 1])[-1] < gap:
                out[-1] = (out[-1][0], j)
            else:
                out.append((i, j))
        for i, j in out:
            s = q[i:j]
            if len(s) < 4:
                continue
            l = arclen(s)
            if l[-1] < minlen:
                continue
            e = np.minimum(1, np.minimum(l + 0.25, l[-1] - l + 0.25) / ends)
            P.stroke(s, w[i:j] * e**0.8)
