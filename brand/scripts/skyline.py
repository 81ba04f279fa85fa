"""Engraved cordillera from the same heightfield: skyline + inner ridges + fall-line hachures (swelling strokes whose
density and weight follow the shading). -> final/cordillera-line.svg (light hero) and final/cordillera-divider.svg"""

import sys, os

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))
import numpy as np, gzip
from heightfield import *
from scipy.ndimage import gaussian_filter, gaussian_filter1d

ART = os.environ['ART']
h = np.load(ART + '/work/height.npy')[::2, ::2].copy()
cell = 16.0
HH, WW = h.shape
hs = gaussian_filter(h, 2.2).astype(np.float32)
hb = gaussian_filter(h, 5).astype(np.float32)


def fmt(v):
    return ('%.1f' % v).rstrip('0').rstrip('.')


def simp(p, eps):
    keep = [0]
    st = [(0, len(p) - 1)]
    ks = {0, len(p) - 1}
    while st:
        a, b = st.pop()
        if b <= a + 1:
            continue
        d = p[b] - p[a]
        L = np.hypot(*d)
        v = p[a + 1 : b] - p[a]
        dist = (
            np.abs(v[:, 0] * d[1] - v[:, 1] * d[0]) / max(L, 1e-9)
            if L > 1e-9
            else np.hypot(v[:, 0], v[:, 1])
        )
        i = int(dist.argmax())
        if dist[i] > eps:
            ks.add(a + 1 + i)
            st += [(a, a + 1 + i), (a + 1 + i, b)]
    return p[sorted(ks)]


def ribbon(p, w, eps):
    d = np.gradient(p, axis=0)
    d /= np.linalg.norm(d, axis=1)[:, None] + 1e-9
    n = np.stack([-d[:, 1], d[:, 0]], 1)
    q = np.r_[simp(p + n * w[:, None] / 2, eps), simp(p - n * w[:, None] / 2, eps)[::-1]]
    o = 'M' + fmt(q[0, 0]) + ' ' + fmt(q[0, 1])
    prev = np.round(q[0], 1)
    for a in q[1:]:
        a = np.round(a, 1)
        dl = a - prev
        if dl[0] == 0 and dl[1] == 0:
            continue
        o += 'l' + fmt(dl[0]) + (' ' if dl[1] >= 0 else '') + fmt(dl[1])
        prev = a
    return o + 'z'


def render(name, W, H, fov, hor, cx, crop, gap, wmax, eps, sunaz=86, seed=1):
    rng = np.random.default_rng(seed)
    f = W / 2 / np.tan(np.radians(fov) / 2)
    hy = hor * H
    camx = WW * cell / 2 + cx * 1000
    d, wx, wy = columns(
        hs, cell, camx, 0, 1165, f, W / 2, hy, W, H, zmin=12500, zmax=HH * cell - 200, dzk=0.0004
    )
    m = d > 0
    az = np.radians(sunaz)
    el = np.radians(22)
    sd = (np.sin(az) * np.cos(el), np.cos(az) * np.cos(el), np.sin(el))

    def grad(g, X, Y, e):
        return (sample(g, cell, X + e, Y) - sample(g, cell, X - e, Y)) / (2 * e), (
            sample(g, cell, X, Y + e) - sample(g, cell, X, Y - e)
        ) / (2 * e)

    gx, gy = grad(hs, wx, wy, 28.0)
    nz = 1 / np.sqrt(1 + gx**2 + gy**2)
    lam = np.clip((-gx * sd[0] - gy * sd[1] + sd[2]) * nz, 0, 1)
    hh = sample(hs, cell, wx, wy)
    dark = np.clip((0.60 - lam) / 0.50, 0, 1)
    lowf = smooth(1300, 2300, hh)
    dark = dark * (0.15 + 0.85 * lowf) * (0.62 + 0.38 * smooth(2000, 4200, hh))
    dark[~m] = 0
    dark = gaussian_filter(dark, 0.8)
    proj = lambda X, Y, Z: (W / 2 + f * (X - camx) / Y, hy - f * (Z - 1165 - Y * Y / 1.465e7) / Y)
    out = []
    occ = np.zeros((H, W), bool)  # occupancy grid for spacing
    ys, xs = np.nonzero(dark > 0.10)
    order = np.argsort(-dark[ys, xs] + 0.35 * rng.random(len(xs)))
    nst = 0
    for k in order:
        y0, x0 = ys[k], xs[k]
        dk = dark[y0, x0]
        r = int(round(gap * (1.55 - 0.85 * dk)))
        if occ[max(0, y0 - r) : y0 + r + 1, max(0, x0 - r) : x0 + r + 1].any():
            continue
        X, Y = float(wx[y0, x0]), float(wy[y0, x0])
        P = []
        D = []
        for sgn in (-1, 1):
            x, y = X, Y
            seg = []
            sd_ = []
            for s in range(46):
                a = np.array([x], np.float32)
                b = np.array([y], np.float32)
                g0, g1 = grad(hb, a, b, 32.0)
                g0, g1 = g0[0], g1[0]
                L = np.hypot(g0, g1)
                if L < 0.12:
                    break
                zz = sample(hs, cell, a, b)[0]
                px, py = proj(x, y, zz)
                ix, iy = int(px), int(py)
                if (
                    not (0 <= ix < W and 1 <= iy < H - 1)
                    or d[iy, ix] == 0
                    or abs(d[iy, ix] - y) > 260
                ):
                    break
                dd = dark[iy, ix]
                if dd < 0.07:
                    break
                if s > 0 and occ[iy, ix]:
                    break
                seg.append((px, py))
                sd_.append(dd)
                x += -sgn * -1 * g0 / L * 30.0 * (-1)
                y += -sgn * -1 * g1 / L * 30.0 * (-1)
            if sgn < 0:
                P = seg[::-1]
                D = sd_[::-1]
            else:
                P = P + seg[1:]
                D = D + sd_[1:]
        if len(P) < 3:
            continue
        p = np.array(P)
        L = np.r_[0, np.cumsum(np.hypot(*np.diff(p, axis=0).T))]
        if L[-1] < gap * 1.5:
            continue
        n = max(6, int(L[-1] / 1.3))
        t = np.linspace(0, L[-1], n)
        q = np.stack([np.interp(t, L, p[:, 0]), np.interp(t, L, p[:, 1])], 1)
        q = gaussian_filter1d(q, 1.0, axis=0, mode='nearest')
        w = np.interp(t, L, D)
        ww = wmax * (0.12 + 0.88 * w) * np.sin(np.pi * np.linspace(0.03, 0.97, n)) ** 0.6 * 0.8
        for qx, qy in q:
            occ[min(H - 1, max(0, int(qy))), min(W - 1, max(0, int(qx)))] = True
        out.append((q, ww))
        nst += 1
    rows = np.arange(H)[:, None]
    top = np.where(m, rows, H).min(0).astype(float)
    sky = gaussian_filter1d(top, 0.7)
    out.append((np.stack([np.arange(W) + 0.5, sky], 1), np.full(W, wmax * 0.95)))
    dd = d.copy()
    dd[dd == 0] = 1e6
    jump = np.zeros((H, W), bool)
    jump[1:] = (dd[:-1] - dd[1:] > 520) & (dd[:-1] < 9e5)
    used = np.zeros_like(jump)
    for x0 in range(W):
        for y0 in np.nonzero(jump[:, x0] & ~used[:, x0])[0]:
            p = [(x0, y0)]
            used[y0, x0] = True
            x, y = x0, y0
            while x + 1 < W:
                c = [
                    yy
                    for yy in (y, y - 1, y + 1, y - 2, y + 2, y - 3, y + 3)
                    if 0 <= yy < H and jump[yy, x + 1] and not used[yy, x + 1]
                ]
                if not c:
                    break
                x += 1
                y = c[0]
                used[y, x] = True
                p.append((x, y))
            if len(p) > 12:
                p = np.array(p, float) + 0.5
                p[:, 1] = gaussian_filter1d(p[:, 1], 1.1)
                n = len(p)
                hgt = (hy - p[:, 1]) / hy
                if hgt.max() < 0.075:
                    continue
                out.append(
                    (
                        p,
                        wmax
                        * 0.8
                        * np.sin(np.pi * np.linspace(0.03, 0.97, n)) ** 0.4
                        * (0.25 + 0.75 * smooth(0.05, 0.25, hgt)),
                    )
                )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {crop[0] * H:.0f} {W} {(crop[1] - crop[0]) * H:.0f}" role="img" aria-label="Cordillera" '
    s = (
        head
        + 'fill="currentColor"><path d="'
        + ''.join(ribbon(q, w, eps) for q, w in out)
        + '"/></svg>'
    )
    open(f'{ART}/final/{name}.svg', 'w').write(s)
    print(
        name,
        len(s) // 1024,
        'KB raw',
        len(gzip.compress(s.encode(), 9)) // 1024,
        'KB gzip',
        nst,
        'hachures',
    )
    # low-bandwidth twin: open polylines in three stroke widths, integer-ish coordinates
    cls = {}
    for q, w in out:
        if len(q) < 5:
            continue
        L = np.hypot(*np.diff(q, axis=0).T).sum()
        mw = w.mean()
        if L < 9 and mw < 0.5:
            continue
        k = 0 if mw < 0.42 * wmax * 0.8 else 1 if mw < 0.72 * wmax * 0.8 else 2
        p = np.round(simp(q, 0.55)).astype(int)
        o = f'M{p[0, 0]} {p[0, 1]}'
        o += 'l' if len(p) > 1 else ''
        o += ''.join(
            (('' if i == 0 or dx < 0 else ' ') + str(dx) + ('' if dy < 0 else ' ') + str(dy))
            for i, (dx, dy) in enumerate(np.diff(p, axis=0))
        )
        cls.setdefault(k, []).append(o)
    s = (
        head
        + 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round">'
        + ''.join(
            f'<path stroke-width="{sw}" d="{"".join(cls.get(k, []))}"/>'
            for k, sw in ((0, 0.45), (1, 0.85), (2, 1.3))
        )
        + '</svg>'
    )
    open(f'{ART}/final/{name}-light.svg', 'w').write(s)
    print(
        name + '-light',
        len(s) // 1024,
        'KB raw',
        len(gzip.compress(s.encode(), 9)) // 1024,
        'KB gzip',
    )


render('cordillera-line', 1600, 900, 34, 0.70, 0, (0.13, 0.70), 3.6, 1.5, 0.16)
render('cordillera-divider', 1600, 900, 56, 0.70, -1, (0.36, 0.69), 4.2, 1.35, 0.2)
