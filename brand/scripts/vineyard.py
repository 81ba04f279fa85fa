"""Foreground vineyard (VSP rows, posts, wires, gravel alley, poplar windbreaks), Cycles CPU, alpha + depth.
blender -b -P vineyard.py -- out=PATH name=value …"""

import bpy, sys, os, math, random, time
import numpy as np

ART = os.environ['ART']
A = dict(
    out=ART + '/work/vy',
    w='1000',
    h='562',
    fov='50',
    hor='.70',
    vp='.62',
    spp='16',
    top='.52',
    ch='4.0',
    sunaz='72',
    sunel='17',
    threads='2',
    seed='3',
    spc='2.7',
)
for a in sys.argv[sys.argv.index('--') + 1 :]:
    k, v = a.split('=', 1)
    A[k] = v
w, h = int(A['w']), int(A['h'])
hor = float(A['hor'])
f = w / 2 / math.tan(math.radians(float(A['fov'])) / 2)
random.seed(int(A['seed']))
rng = np.random.default_rng(int(A['seed']))
bpy.ops.wm.read_factory_settings(use_empty=True)
S = bpy.context.scene
S.render.engine = 'CYCLES'
C = S.cycles
C.device = 'CPU'
C.use_denoising = False
C.samples = int(A['spp'])
C.use_adaptive_sampling = True
C.adaptive_threshold = 0.02
C.adaptive_min_samples = 16
C.max_bounces = 4
C.diffuse_bounces = 3
C.glossy_bounces = 1
C.transmission_bounces = 3
C.transparent_max_bounces = 4
C.caustics_reflective = False
C.caustics_refractive = False
C.sample_clamp_indirect = 2
C.pixel_filter_type = 'BLACKMAN_HARRIS'
C.filter_width = 1.3
S.render.resolution_x = w
S.render.resolution_y = h
S.render.film_transparent = True
S.render.threads_mode = 'FIXED'
S.render.threads = int(A['threads'])
S.render.use_border = True
S.render.border_min_x = 0
S.render.border_max_x = 1
S.render.border_min_y = 0
S.render.border_max_y = 1 - float(A['top'])
S.render.use_crop_to_border = False
S.view_settings.view_transform = 'Raw'
col = bpy.data.collections


def mat(n, nodes):
    m = bpy.data.materials.new(n)
    m.use_nodes = True
    t = m.node_tree
    t.nodes.clear()
    o = t.nodes.new('ShaderNodeOutputMaterial')
    nodes(t, o)
    return m


def leafn(t, o):
    oi = t.nodes.new('ShaderNodeObjectInfo')
    g = t.nodes.new('ShaderNodeNewGeometry')
    ramp = t.nodes.new('ShaderNodeValToRGB')
    e = ramp.color_ramp.elements
    e[0].color = (0.10, 0.075, 0.022, 1)
    e[1].color = (0.36, 0.225, 0.065, 1)
    ne = e.new(0.55)
    ne.color = (0.20, 0.145, 0.042, 1)
    t.links.new(g.outputs['Random Per Island'], ramp.inputs[0])
    d = t.nodes.new('ShaderNodeBsdfDiffuse')
    tr = t.nodes.new('ShaderNodeBsdfTranslucent')
    gl = t.nodes.new('ShaderNodeBsdfGlossy')
    gl.inputs['Roughness'].default_value = 0.45
    gl.inputs[0].default_value = (0.5, 0.45, 0.35, 1)
    hs = t.nodes.new('ShaderNodeHueSaturation')
    hs.inputs['Value'].default_value = 1.7
    t.links.new(ramp.outputs[0], hs.inputs['Color'])
    t.links.new(ramp.outputs[0], d.inputs[0])
    t.links.new(hs.outputs[0], tr.inputs[0])
    a = t.nodes.new('ShaderNodeMixShader')
    a.inputs[0].default_value = 0.42
    t.links.new(d.outputs[0], a.inputs[1])
    t.links.new(tr.outputs[0], a.inputs[2])
    b = t.nodes.new('ShaderNodeMixShader')
    b.inputs[0].default_value = 0.07
    t.links.new(a.outputs[0], b.inputs[1])
    t.links.new(gl.outputs[0], b.inputs[2])
    t.links.new(b.outputs[0], o.inputs[0])


def dif(c):
    def fn(t, o):
        d = t.nodes.new('ShaderNodeBsdfDiffuse')
        d.inputs[0].default_value = (*c, 1)
        t.links.new(d.outputs[0], o.inputs[0])

    return fn


LEAF = mat('leaf', leafn)
WOOD = mat('wood', dif((0.055, 0.038, 0.025)))
POST = mat('post', dif((0.16, 0.12, 0.085)))
WIRE = mat('wire', dif((0.12, 0.11, 0.10)))
STONE = mat('stone', dif((0.40, 0.34, 0.27)))
GRASS = mat('grass', dif((0.19, 0.145, 0.07)))


def poplarn(t, o):
    g = t.nodes.new('ShaderNodeNewGeometry')
    ramp = t.nodes.new('ShaderNodeValToRGB')
    ramp.color_ramp.elements[0].color = (0.02, 0.018, 0.008, 1)
    ramp.color_ramp.elements[1].color = (0.085, 0.062, 0.02, 1)
    t.links.new(g.outputs['Random Per Island'], ramp.inputs[0])
    d = t.nodes.new('ShaderNodeBsdfDiffuse')
    t.links.new(ramp.outputs[0], d.inputs[0])
    t.links.new(d.outputs[0], o.inputs[0])


POP = mat('poplar', poplarn)


def groundn(t, o):
    L = t.links
    co = t.nodes.new('ShaderNodeTexCoord')
    d = t.nodes.new('ShaderNodeBsdfDiffuse')
    n1 = t.nodes.new('ShaderNodeTexNoise')
    n1.inputs['Scale'].default_value = 0.35
    n1.inputs['Detail'].default_value = 8
    L.new(co.outputs['Object'], n1.inputs['Vector'])
    v = t.nodes.new('ShaderNodeTexVoronoi')
    v.inputs['Scale'].default_value = 7
    L.new(co.outputs['Object'], v.inputs['Vector'])
    n2 = t.nodes.new('ShaderNodeTexNoise')
    n2.inputs['Scale'].default_value = 14
    n2.inputs['Detail'].default_value = 6
    L.new(co.outputs['Object'], n2.inputs['Vector'])
    r = t.nodes.new('ShaderNodeValToRGB')
    e = r.color_ramp.elements
    e[0].position = 0.32
    e[0].color = (0.17, 0.13, 0.095, 1)
    e[1].position = 0.72
    e[1].color = (0.36, 0.295, 0.225, 1)
    L.new(n1.outputs[0], r.inputs[0])
    hs = t.nodes.new('ShaderNodeHueSaturation')
    L.new(r.outputs[0], hs.inputs['Color'])
    mr = t.nodes.new('ShaderNodeMapRange')
    mr.inputs[3].default_value = 0.75
    mr.inputs[4].default_value = 1.25
    L.new(v.outputs['Color'], mr.inputs[0])
    L.new(mr.outputs[0], hs.inputs['Value'])
    L.new(hs.outputs[0], d.inputs[0])
    b = t.nodes.new('ShaderNodeBump')
    b.inputs['Distance'].default_value = 0.06
    b.inputs['Strength'].default_value = 0.8
    L.new(n2.outputs[0], b.inputs['Height'])
    L.new(b.outputs[0], d.inputs['Normal'])
    L.new(d.outputs[0], o.inputs[0])


GROUND = mat('ground', groundn)
LS = (
    np.array(
        [
            (0, 0),
            (0.30, -0.10),
            (0.52, 0.14),
            (0.38, 0.36),
            (0.46, 0.62),
            (0.18, 0.66),
            (0, 1.0),
            (-0.18, 0.66),
            (-0.46, 0.62),
            (-0.38, 0.36),
            (-0.52, 0.14),
            (-0.30, -0.10),
        ]
    )
    * 1.0
)


def rot(yaw, pitch, roll):
    cy, sy, cp, sp, cr, sr = (
        math.cos(yaw),
        math.sin(yaw),
        math.cos(pitch),
        math.sin(pitch),
        math.cos(roll),
        math.sin(roll),
    )
    return (
        np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
        @ np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
        @ np.array([[cr, 0, sr], [0, 1, 0], [-sr, 0, cr]])
    )


class B:
    def __init__(s):
        s.v = []
        s.f = []
        s.m = []

    def poly(s, p, m):
        k = len(s.v)
        s.v += [tuple(q) for q in p]
        s.f.append(tuple(range(k, k + len(p))))
        s.m.append(m)

    def leaf(s, c, sz, m=0):
        R = rot(random.uniform(0, 6.28), random.uniform(-1.9, -0.6), random.uniform(-0.5, 0.5))
        p = np.c_[LS * sz, -0.18 * sz * np.abs(LS[:, 0]) * 1.2]
        p = p @ R.T + c
        s.poly(p[[0, 1, 2, 3, 4, 5, 6]], m)
        k = len(s.v)  # fold: two halves share midrib verts => separate islands ok
        s.poly(p[[0, 6, 7, 8, 9, 10, 11]], m)

    def tube(s, pts, r, m, n=5):
        k = len(s.v)
        pts = np.array(pts)
        for i, p in enumerate(pts):
            d = pts[min(i + 1, len(pts) - 1)] - pts[max(i - 1, 0)]
            d = d / np.linalg.norm(d)
            a = np.cross(d, (0.3, 0.9, 0.1))
            a /= np.linalg.norm(a)
            b = np.cross(d, a)
            rr = r[i] if hasattr(r, '__len__') else r
            for j in range(n):
                t = 2 * math.pi * j / n
                s.v.append(tuple(p + rr * (a * math.cos(t) + b * math.sin(t))))
        for i in range(len(pts) - 1):
            for j in range(n):
                s.f.append(
                    (
                        k + i * n + j,
                        k + i * n + (j + 1) % n,
                        k + (i + 1) * n + (j + 1) % n,
                        k + (i + 1) * n + j,
                    )
                )
                s.m.append(m)

    def mesh(s, name, mats):
        m = bpy.data.meshes.new(name)
        m.from_pydata(s.v, [], s.f)
        for x in mats:
            m.materials.append(x)
        m.polygons.foreach_set('material_index', np.array(s.m, np.int32))
        m.update()
        return m


def vine(nl, big=1.0):
    b = B()
    j = random.uniform(-0.06, 0.06)
    b.tube(
        [
            (j, 0, 0),
            (j * 1.6 + random.uniform(-0.03, 0.03), random.uniform(-0.04, 0.04), 0.35),
            (j * 0.5, random.uniform(-0.03, 0.03), 0.72),
            (0, 0, 0.88),
        ],
        [0.05, 0.04, 0.036, 0.034],
        1,
    )
    b.tube(
        [(-0.66, 0, 0.92), (-0.3, 0.02, 0.90), (0, 0, 0.88), (0.3, -0.02, 0.90), (0.66, 0, 0.92)],
        [0.018, 0.026, 0.032, 0.026, 0.018],
        1,
    )
    tops = []
    for i in range(13):
        x = -0.62 + 1.24 * i / 12 + random.uniform(-0.04, 0.04)
        H = random.uniform(0.78, 1.12)
        sw = random.uniform(-0.10, 0.10)
        sx = random.uniform(-0.1, 0.1)
        p = [np.array((x + sx * t * t, sw * t * t, 0.93 + H * t)) for t in (0, 0.35, 0.7, 1)]
        b.tube(p, [0.007, 0.006, 0.005, 0.003], 1, 3)
        tops.append((x, H, sw, sx))
    for k in range(nl):
        x, H, sw, sx = random.choice(tops)
        t = random.random() ** 0.85 * 1.04
        side = random.gauss(0, 0.115 * (1.15 - 0.45 * t))
        c = np.array(
            (
                x + sx * t * t + random.gauss(0, 0.06),
                sw * t * t + side,
                0.86 + H * t + random.gauss(0, 0.03),
            )
        )
        b.leaf(c, random.uniform(0.070, 0.125) * big)
    for k in range(int(nl * 0.04)):  # drooping tips
        c = np.array(
            (
                random.uniform(-0.65, 0.65),
                random.choice((-1, 1)) * random.uniform(0.16, 0.34),
                random.uniform(1.15, 1.75),
            )
        )
        b.leaf(c, random.uniform(0.08, 0.12) * big)
    return b


near = [vine(600).mesh('vn%d' % i, [LEAF, WOOD]) for i in range(7)]
far = [vine(150, 1.8).mesh('vf%d' % i, [LEAF, WOOD]) for i in range(4)]


def post():
    b = B()
    b.tube(
        [
            (0, 0, -0.1),
            (random.uniform(-0.02, 0.02), 0, 1.1),
            (random.uniform(-0.04, 0.04), random.uniform(-0.03, 0.03), 2.12),
        ],
        [0.052, 0.05, 0.047],
        0,
        7,
    )
    b.poly(
        [
            (0.047 * math.cos(t) + b.v[-1][0] * 0, 0.047 * math.sin(t), 2.12)
            for t in np.linspace(0, 6.28, 7)[:-1]
        ],
        0,
    )
    return b


posts = [post().mesh('p%d' % i, [POST]) for i in range(3)]


def rock():
    b = B()
    n = 9
    import bmesh

    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=2, radius=1)
    sc = (random.uniform(0.8, 1.3), random.uniform(0.7, 1.1), random.uniform(0.45, 0.75))
    for v in bm.verts:
        q = 1 + 0.16 * math.sin(3 * v.co.x + 5 * v.co.y) + 0.12 * random.uniform(-1, 1)
        v.co = (v.co.x * q * sc[0], v.co.y * q * sc[1], v.co.z * q * sc[2])
    m = bpy.data.meshes.new('rock')
    bm.to_mesh(m)
    m.materials.append(STONE)
    for p in m.polygons:
        p.use_smooth = True
    return m


rocks = [rock() for _ in range(5)]


def tuft():
    b = B()
    for k in range(26):
        a = random.uniform(0, 6.28)
        r = random.uniform(0, 0.12)
        l = random.uniform(0.10, 0.32)
        bx, by = r * math.cos(a), r * math.sin(a)
        dx, dy = random.gauss(0, 0.10), random.gauss(0, 0.10)
        wd = 0.008
        b.poly([(bx - wd, by, 0), (bx + wd, by, 0), (bx + dx, by + dy, l)], 0)
    return b.mesh('tuft', [GRASS])


tufts = [tuft() for _ in range(4)]


def poplar(Ht):
    b = B()
    b.tube([(0, 0, 0), (0, 0, Ht * 0.5), (0, 0, Ht * 0.95)], [0.28, 0.18, 0.03], 1, 5)
    for k in range(2200):
        t = random.random() ** 1.12
        r = (
            1.9
            * (Ht / 22)
            * max(0.0, math.sin(math.pi * min(1, (t * 0.90 + 0.09)) ** 0.66)) ** 0.75
            * random.random() ** 0.45
        )
        a = random.uniform(0, 6.28)
        c = np.array((r * math.cos(a), r * math.sin(a), Ht * (0.012 + 0.988 * t)))
        R = rot(random.uniform(0, 6.28), random.uniform(-0.5, 0.5), 0)
        s = random.uniform(0.28, 0.55)
        p = (
            np.array(
                [(-s * 0.5, 0, 0), (s * 0.5, 0, 0), (0.3 * s, 0, s * 1.7), (-0.2 * s, 0, s * 1.5)]
            )
            @ R.T
            + c
        )
        b.poly(p, 0)
    return b.mesh('pop', [POP, WOOD])


pops = [poplar(random.uniform(18, 25)) for _ in range(6)]


def inst(m, x, y, z=0, r=0, s=1, sz=None):
    o = bpy.data.objects.new('i', m)
    o.location = (x, y, z)
    o.rotation_euler = (0, 0, r)
    o.scale = (s, s, sz or s)
    S.collection.objects.link(o)
    return o


phi = math.atan((float(A['vp']) - 0.5) * w / f)
dx, dy = math.sin(phi), math.cos(phi)
px, py = math.cos(phi), -math.sin(phi)  # row dir, perpendicular (right)
half = w / 2 / f
spc = float(A['spc'])
cnt = 0
wires = B()
for i in range(-60, 50):
    off = (i + 0.5) * spc
    start = random.uniform(-0.4, 0.4)
    s = 4 + start
    npost = 0
    vis = []
    while s < 620:
        step = 1.25 if s < 150 else 1.32
        x = px * off + dx * s
        y = py * off + dy * s
        if y > 6 and abs(x) < half * y * 1.04 + 4:
            if random.random() > 0.012:
                if s < 150:
                    inst(
                        random.choice(near),
                        x + random.gauss(0, 0.03),
                        y,
                        0,
                        math.pi / 2 - phi + random.choice((0, math.pi)) + random.gauss(0, 0.04),
                        random.uniform(0.93, 1.06),
                        random.uniform(0.90, 1.05),
                    )
                else:
                    inst(
                        random.choice(far),
                        x,
                        y,
                        0,
                        math.pi / 2 - phi + random.choice((0, math.pi)),
                        1.03,
                        random.uniform(0.95, 1.03),
                    )
                cnt += 1
            vis.append(s)
        if (
            int(s / 6.0) != int((s - step) / 6.0)
            and y > 6
            and abs(x) < half * y * 1.04 + 4
            and s < 320
        ):
            inst(random.choice(posts), x, y, 0, 0, 1, random.uniform(0.97, 1.03))
        s += step
    if vis and abs(off) < 30:
        for hz in (0.95, 1.3, 1.65, 1.98):
            a, b2 = vis[0], min(vis[-1], 160)
            wires.tube(
                [
                    (px * off + dx * a, py * off + dy * a, hz),
                    (px * off + dx * b2, py * off + dy * b2, hz),
                ],
                0.0035,
                0,
                3,
            )
inst(wires.mesh('wires', [WIRE]), 0, 0)
# ground with berms under rows (mesh strip near) + big plane
gx = []
n = 0
gb = B()
us = np.arange(-40, 40, 0.25)
ss = np.r_[np.arange(4, 60, 0.5), np.arange(60, 260, 4)]
Z = np.array(
    [
        [
            0.10 * math.exp(-((((u / spc - 0.5) - round(u / spc - 0.5)) * spc / 0.42) ** 2))
            + 0.025 * math.sin(u * 3.1 + s * 0.7) * math.sin(s * 1.3)
            + 0.015 * math.sin(s * 4.1 + u * 2)
            - 0.05 * math.exp(-(((abs(((u / spc) - round(u / spc)) * spc) - 0.62) / 0.16) ** 2))
            for u in us
        ]
        for s in ss
    ]
)
verts = [
    (px * u + dx * s, py * u + dy * s, Z[a, b]) for a, s in enumerate(ss) for b, u in enumerate(us)
]
nu = len(us)
faces = [
    (a * nu + b, a * nu + b + 1, (a + 1) * nu + b + 1, (a + 1) * nu + b)
    for a in range(len(ss) - 1)
    for b in range(nu - 1)
]
gm = bpy.data.meshes.new('g')
gm.from_pydata(verts, [], faces)
gm.materials.append(GROUND)
for p in gm.polygons:
    p.use_smooth = True
inst(gm, 0, 0)
pm = bpy.data.meshes.new('plane')
pm.from_pydata(
    [(-9000, -200, -0.09), (9000, -200, -0.09), (9000, 15000, -0.09), (-9000, 15000, -0.09)],
    [],
    [(0, 1, 2, 3)],
)
pm.materials.append(GROUND)
inst(pm, 0, 0)
for k in range(5200):  # alluvial stones, denser near camera
    s = 8 + 52 * random.random() ** 1.6
    u = random.uniform(-half * s * 1.3 - 3, half * s * 1.3 + 3)
    x = px * u + dx * s
    y = py * u + dy * s
    sz = 0.018 + 0.075 * random.random() ** 4
    if random.random() < 0.012:
        sz *= 2.0
    inst(random.choice(rocks), x, y, 0.01, random.uniform(0, 6.28), sz)
for k in range(1500):
    s = 8 + 70 * random.random() ** 1.4
    u = (random.randint(-14, 14) + 0.5) * spc + random.gauss(0, 0.28)
    x = px * u + dx * s
    y = py * u + dy * s
    if abs(x) < half * y * 1.05 + 2:
        inst(random.choice(tufts), x, y, 0.03, random.uniform(0, 6.28), random.uniform(0.5, 1.05))


# poplar windbreaks (alamos), broken lines in the haze
def line(y0, x0, x1, gap, skip=0.06, yslope=0.0):
    x = x0
    while x < x1:
        if random.random() > skip:
            inst(
                random.choice(pops),
                x,
                y0 + yslope * (x - x0) + random.uniform(-1, 1),
                0,
                random.uniform(0, 6.28),
                random.choice((0.55, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2))
                * random.uniform(0.92, 1.08),
            )
        x += gap * random.uniform(0.8, 1.25)


line(700, -360, -120, 2.3, 0.05, 0.05)
line(980, 190, 520, 2.8, 0.06, -0.06)
line(1250, -650, -330, 4, 0.08)
line(1350, -120, 260, 4.2, 0.10, 0.05)
line(1500, 520, 900, 4.2, 0.06)
line(2300, -1200, -500, 6, 0.1)
line(2500, 100, 1200, 6.5, 0.12)
line(3400, -1700, 300, 9, 0.18)
# sun + sky
az = math.radians(float(A['sunaz']))
el = math.radians(float(A['sunel']))
sl = bpy.data.lights.new('sun', 'SUN')
sl.energy = 5.0
sl.color = (1, 0.80, 0.56)
sl.angle = math.radians(1.2)
so = bpy.data.objects.new('sun', sl)
S.collection.objects.link(so)
from mathutils import Vector

so.rotation_euler = (
    Vector((math.sin(az) * math.cos(el), math.cos(az) * math.cos(el), math.sin(el)))
    .to_track_quat('Z', 'Y')
    .to_euler()
)
W = bpy.data.worlds.new('w')
S.world = W
W.use_nodes = True
bg = W.node_tree.nodes['Background']
bg.inputs[0].default_value = (0.74, 0.70, 0.66, 1)
bg.inputs[1].default_value = 0.62
c = bpy.data.cameras.new('c')
o = bpy.data.objects.new('c', c)
S.collection.objects.link(o)
o.location = (0, 0, float(A['ch']))
o.rotation_euler = (math.pi / 2, 0, 0)
c.sensor_fit = 'HORIZONTAL'
c.sensor_width = 36
c.lens = 18 / math.tan(math.radians(float(A['fov'])) / 2)
c.clip_end = 30000
c.shift_y = (hor - 0.5) * h / w if True else 0
c.shift_y = (hor - 0.5) * h / w
S.camera = o
S.view_layers[0].use_pass_z = True
S.use_nodes = True
T = S.node_tree
T.nodes.clear()
rl = T.nodes.new('CompositorNodeRLayers')
for nm, out in (('rgba', 'Image'), ('z', 'Depth')):
    fo = T.nodes.new('CompositorNodeOutputFile')
    fo.base_path = os.path.dirname(A['out'])
    fo.format.file_format = 'OPEN_EXR'
    fo.format.color_depth = '32'
    fo.format.color_mode = 'RGBA'
    fo.file_slots[0].path = os.path.basename(A['out']) + '_' + nm + '_'
    T.links.new(rl.outputs[out], fo.inputs[0])
t0 = time.time()
print('instances', cnt)
bpy.ops.render.render()
R = {}
for nm in ('rgba', 'z'):
    im = bpy.data.images.load(f'{A["out"]}_{nm}_0001.exr')
    im.colorspace_settings.name = 'Non-Color'
    a = np.empty(w * h * 4, np.float32)
    im.pixels.foreach_get(a)
    R[nm] = a.reshape(h, w, 4)[::-1]
np.savez(A['out'] + '.npz', rgba=R['rgba'], z=R['z'][..., 0])
print('RENDER vineyard', round(time.time() - t0, 1), 's')
