import ctypes, os, subprocess, numpy as np

D = os.path.dirname(os.path.abspath(__file__))
so = os.path.join(D, 'terrain.so')
src = os.path.join(D, 'terrain.c')
if not os.path.exists(so) or os.path.getmtime(so) < os.path.getmtime(src):
    subprocess.check_call(
        [
            'gcc',
            '-O3',
            '-march=native',
            '-ffast-math',
            '-fopenmp',
            '-shared',
            '-fPIC',
            src,
            '-o',
            so,
            '-lm',
        ]
    )
L = ctypes.CDLL(so)


def P(a):
    return a.ctypes.data_as(ctypes.c_void_p)


F = ctypes.c_float
N = ctypes.c_int
Lg = ctypes.c_long
U32 = ctypes.c_uint32


def noise(W, H, cell, freq, octv, lac=2.03, gain=0.5, mode=0, warp=0, seed=1, x0=0, y0=0):
    o = np.empty((H, W), np.float32)
    L.noise2(
        P(o),
        N(W),
        N(H),
        F(cell),
        F(x0),
        F(y0),
        F(freq),
        N(octv),
        F(lac),
        F(gain),
        N(mode),
        F(warp),
        U32(seed),
    )
    return o


def fastscape(h, U, K, dx, m=0.45, dt=2e4, steps=50, talus=0.8, kd=0.0):
    H, W = h.shape
    L.fastscape(P(h), P(U), P(K), N(W), N(H), F(dx), F(m), F(dt), N(steps), F(talus), F(kd))


def droplets(h, cell, n, life=40, inertia=0.1, cap=4, ero=0.3, dep=0.3, evap=0.02, rad=2, seed=1):
    H, W = h.shape
    L.droplets(
        P(h),
        N(W),
        N(H),
        F(cell),
        Lg(n),
        N(life),
        F(inertia),
        F(cap),
        F(ero),
        F(dep),
        F(evap),
        N(rad),
        U32(seed),
    )


def thermal(h, cell, talus, it, k=0.2):
    H, W = h.shape
    L.thermal(P(h), N(W), N(H), F(cell), F(talus), N(it), F(k))


def resample(h, W2, H2):
    H, W = h.shape
    o = np.empty((H2, W2), np.float32)
    L.resample(P(h), N(W), N(H), P(o), N(W2), N(H2))
    return o


def sunshadow(h, cell, sx, sy, tanel, pen=0.02):
    H, W = h.shape
    o = np.empty((H, W), np.float32)
    L.sunshadow(P(h), N(W), N(H), F(cell), F(sx), F(sy), F(tanel), F(pen), P(o))
    return o


def skyview(h, cell, nd=12, maxd=160):
    H, W = h.shape
    o = np.empty((H, W), np.float32)
    L.skyview(P(h), N(W), N(H), F(cell), N(nd), F(maxd), P(o))
    return o


def columns(h, cell, cx, cy, ch, f, hx, hy, w, ih, zmin=200, zmax=46000, dzk=0.0004, det=0.0):
    H, W = h.shape
    d = np.zeros((ih, w), np.float32)
    wx = np.zeros_like(d)
    wy = np.zeros_like(d)
    L.columns(
        P(h),
        N(W),
        N(H),
        F(cell),
        F(cx),
        F(cy),
        F(ch),
        F(f),
        F(hx),
        F(hy),
        N(w),
        N(ih),
        F(zmin),
        F(zmax),
        F(dzk),
        F(det),
        P(d),
        P(wx),
        P(wy),
    )
    return d, wx, wy


def sample(g, cell, wx, wy, cubic=1):
    H, W = g.shape
    o = np.empty(wx.shape, np.float32)
    L.sample(P(g), N(W), N(H), F(cell), P(wx), P(wy), P(o), Lg(wx.size), N(cubic))
    return o


def noiseat(wx, wy, freq, octv, seed):
    wx = np.ascontiguousarray(wx, np.float32)
    wy = np.ascontiguousarray(wy, np.float32)
    o = np.empty(wx.shape, np.float32)
    L.noiseat(P(wx), P(wy), P(o), Lg(wx.size), F(freq), N(octv), U32(seed))
    return o


def smooth(a, b, x):
    t = np.clip((x - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)
