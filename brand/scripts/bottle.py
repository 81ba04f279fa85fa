"""Kohue bottle, Cycles CPU.  blender -b -P bottle.py -- mode=solo|stone|trio sku=malbec-2022 out=x.png w=1000 h=2000 spp=128
Lathe geometry in decimetres-ish units: 1 unit = 1 cm."""

import bpy, sys, os, math, random
import numpy as np

ART = os.environ['ART']
A = dict(
    mode='solo',
    sku='malbec-2022',
    out=ART + '/work/b.png',
    w='500',
    h='1000',
    spp='32',
    skus='malbec-2021,malbec-2022,cabernet-sauvignon-2021',
)
for a in sys.argv[sys.argv.index('--') + 1 :]:
    k, v = a.split('=', 1)
    A[k] = v
bpy.ops.wm.read_factory_settings(use_empty=True)
S = bpy.context.scene
S.render.engine = 'CYCLES'
C = S.cycles
C.device = 'CPU'
C.use_denoising = False
C.samples = int(A['spp'])
C.use_adaptive_sampling = True
C.adaptive_threshold = 0.012
C.adaptive_min_samples = 24
C.max_bounces = 14
C.transmission_bounces = 12
C.glossy_bounces = 5
C.diffuse_bounces = 3
C.transparent_max_bounces = 8
C.caustics_reflective = False
C.caustics_refractive = False
C.sample_clamp_indirect = 3
C.sample_clamp_direct = 0
C.blur_glossy = 0.3
S.render.resolution_x = int(A['w'])
S.render.resolution_y = int(A['h'])
S.render.filepath = A['out']
S.render.image_settings.file_format = 'PNG'
S.render.image_settings.color_depth = '16'
S.view_settings.view_transform = 'Filmic'
S.view_settings.look = (
    'High Contrast'
    if 'High Contrast' in [l.name for l in S.view_settings.bl_rna.properties['look'].enum_items]
    else 'None'
)
try:
    S.view_settings.look = 'Medium High Contrast'
except Exception as e:
    print('look', e)
S.view_settings.exposure = float(A.get('exp', '0'))
W = bpy.data.worlds.new('w')
S.world = W
W.use_nodes = True
bg = W.node_tree.nodes['Background']
bg.inputs[0].default_value = (0.030, 0.024, 0.018, 1)
bg.inputs[1].default_value = 0.35


def spline(pts, n=8):  # Catmull-Rom through pts
    P = [pts[0]] + list(pts) + [pts[-1]]
    o = []
    for i in range(1, len(P) - 2):
        for k in range(n):
            t = k / n
            a, b, c, d = [np.array(P[i + j - 1]) for j in range(4)]
            o.append(
                0.5
                * (
                    2 * b
                    + (c - a) * t
                    + (2 * a - 5 * b + 4 * c - d) * t * t
                    + (3 * b - a - 3 * c + d) * t**3
                )
            )
    o.append(np.array(P[-2]))
    return o


def arc(cx, cz, r, a0, a1, n=24):
    return [
        np.array((cx + r * math.cos(math.radians(a)), cz + r * math.sin(math.radians(a))))
        for a in np.linspace(a0, a1, n)
    ]


# ---- profile (r,z) cm : 31.2 cm Bordeaux "reserva" with slight reverse taper
RB, RS, RN = 3.72, 3.92, 1.46
ZS = 19.6


def shoulder(rs, rn, z0, R1=3.05, R2=2.3):
    # convex arc radius R1 tangent to body, concave arc R2 tangent to neck
    c1x = rs - R1
    c2x = rn + R2
    dx = c2x - c1x
    ang = math.acos(dx / (R1 + R2))
    a = math.degrees(ang)
    c2z = z0 + (R1 + R2) * math.sin(ang)
    p = arc(c1x, z0, R1, 0, a, 34) + arc(c2x, c2z, R2, 180 + a, 180, 26)[1:]
    return p, c2z


sh, zn = shoulder(RS, RN + 0.06, ZS)
outer = [np.array((0, 2.6))] + arc(0, -4.1 + 0.0, 6.7, 89, 62, 10)
outer = (
    [np.array((0.001, 2.3)), np.array((1.2, 2.05)), np.array((2.2, 1.3)), np.array((2.85, 0.35))]
    + arc(3.05, 0.22, 0.22, 200, 270, 6)
    + arc(RB - 0.42, 0.42, 0.42, 270, 360, 12)
)
outer = (
    outer
    + [np.array((RB + (RS - RB) * t, 0.42 + (ZS - 0.42) * t)) for t in np.linspace(0.02, 1, 40)][
        :-1
    ]
    + sh
)
neck_top = 29.55
outer += [
    np.array((RN + 0.06 - 0.05 * t, zn + (neck_top - zn) * t)) for t in np.linspace(0.05, 1, 16)
]
outer += arc(RN + 0.02, neck_top + 0.14, 0.12, -90, 90, 8) + [
    np.array((RN + 0.02, 30.75)),
    np.array((RN - 0.06, 30.92)),
    np.array((RN - 0.3, 30.98)),
    np.array((0.98, 30.9)),
]


def rad_at(z):
    o = [p for p in outer if p[1] >= 0.42]
    return float(np.interp(z, [p[1] for p in o], [p[0] for p in o]))


inner = (
    [np.array((0.001, 3.0)), np.array((1.5, 2.7)), np.array((2.6, 1.9))]
    + arc(RB - 0.36 - 0.7, 1.7, 0.7, -75, 0, 10)
    + [
        np.array((RB - 0.36 + (RS - 0.34 - RB + 0.36) * t, 1.75 + (ZS - 1.75) * t))
        for t in np.linspace(0.05, 1, 30)
    ][:-1]
)
shi, zni = shoulder(RS - 0.34, 1.0, ZS - 0.02, R1=2.75, R2=2.7)
inner += shi + [np.array((0.98, zni + (30.85 - zni) * t)) for t in np.linspace(0.05, 1, 12)]


def lathe(name, prof, seg=192, closed=False):
    v = []
    f = []
    n = len(prof)
    for k in range(seg):
        a = 2 * math.pi * k / seg
        c, s = math.cos(a), math.sin(a)
        v += [(p[0] * c, p[0] * s, p[1]) for p in prof]
    for k in range(seg):
        k2 = (k + 1) % seg
        for i in range(n - 1):
            f.append((k * n + i, k2 * n + i, k2 * n + i + 1, k * n + i + 1))
        if closed:
            f.append((k * n + n - 1, k2 * n + n - 1, k2 * n, k * n))
    m = bpy.data.meshes.new(name)
    m.from_pydata(v, [], f)
    m.validate()
    m.update()
    for p in m.polygons:
        p.use_smooth = True
    return m


def mat(name):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    t = m.node_tree
    t.nodes.clear()
    o = t.nodes.new('ShaderNodeOutputMaterial')
    return m, t, o


def N(t, k, **kw):
    n = t.nodes.new(k)
    for a, b in kw.items():
        setattr(n, a, b)
    return n


# glass: clean dielectric with dead-leaf absorption
def m_glass():
    # full red-wine bottle in antique glass is optically black: Fresnel gloss over a near-black body, second weaker
    # reflection from the wine/inner wall, faint olive-amber light carried inside the wall at grazing angles. Noise-free on CPU.
    m, t, o = mat('glass')
    L = t.links
    d = N(t, 'ShaderNodeBsdfDiffuse')
    d.inputs[0].default_value = (0.006, 0.0042, 0.0026, 1)
    g = N(t, 'ShaderNodeBsdfGlossy')
    g.inputs['Roughness'].default_value = 0.0
    g2 = N(t, 'ShaderNodeBsdfGlossy')
    g2.inputs['Roughness'].default_value = 0.07
    g2.inputs[0].default_value = (0.55, 0.42, 0.22, 1)
    fr = N(t, 'ShaderNodeFresnel')
    fr.inputs['IOR'].default_value = 1.55
    lw = N(t, 'ShaderNodeLayerWeight')
    lw.inputs['Blend'].default_value = 0.5
    pw = N(t, 'ShaderNodeMath', operation='POWER')
    pw.inputs[1].default_value = 7
    L.new(lw.outputs['Facing'], pw.inputs[0])
    em = N(t, 'ShaderNodeEmission')
    em.inputs[0].default_value = (0.30, 0.20, 0.06, 1)
    es = N(t, 'ShaderNodeMath', operation='MULTIPLY')
    es.inputs[1].default_value = float(A.get('edge', '.10'))
    L.new(pw.outputs[0], es.inputs[0])
    L.new(es.outputs[0], em.inputs[1])
    i2 = N(t, 'ShaderNodeMixShader')
    i2.inputs[0].default_value = 0.012
    L.new(d.outputs[0], i2.inputs[1])
    L.new(g2.outputs[0], i2.inputs[2])
    ad = N(t, 'ShaderNodeAddShader')
    L.new(i2.outputs[0], ad.inputs[0])
    L.new(em.outputs[0], ad.inputs[1])
    mi = N(t, 'ShaderNodeMixShader')
    L.new(fr.outputs[0], mi.inputs[0])
    L.new(ad.outputs[0], mi.inputs[1])
    L.new(g.outputs[0], mi.inputs[2])
    L.new(mi.outputs[0], o.inputs['Surface'])
    return m


def m_wine():
    m, t, o = mat('wine')
    g = N(t, 'ShaderNodeBsdfGlass')
    g.inputs['IOR'].default_value = 1.35
    g.inputs['Color'].default_value = (1, 1, 1, 1)
    va = N(t, 'ShaderNodeVolumeAbsorption')
    va.inputs['Color'].default_value = (0.20, 0.004, 0.010, 1)
    va.inputs['Density'].default_value = 2.2
    t.links.new(g.outputs[0], o.inputs['Surface'])
    t.links.new(va.outputs[0], o.inputs['Volume'])
    return m


def img(p, cs='sRGB'):
    i = bpy.data.images.load(p, check_existing=True)
    i.colorspace_settings.name = cs
    return i


def m_label(sku):
    m, t, o = mat('label_' + sku)
    p = N(t, 'ShaderNodeBsdfPrincipled')
    L = t.links
    b = ART + '/work/label_' + sku
    tc = N(t, 'ShaderNodeTexImage', interpolation='Cubic', extension='EXTEND')
    tc.image = img(b + '.png')
    ti = N(t, 'ShaderNodeTexImage', extension='EXTEND')
    ti.image = img(b + '_ink.png', 'Non-Color')
    tf = N(t, 'ShaderNodeTexImage', extension='EXTEND')
    tf.image = img(b + '_foil.png', 'Non-Color')
    co = N(t, 'ShaderNodeTexCoord')
    nz = N(t, 'ShaderNodeTexNoise')
    nz.inputs['Scale'].default_value = 9
    nz.inputs['Detail'].default_value = 9
    nz.inputs['Roughness'].default_value = 0.7
    L.new(co.outputs['Object'], nz.inputs['Vector'])
    n2 = N(t, 'ShaderNodeTexNoise')
    n2.inputs['Scale'].default_value = 38
    n2.inputs['Detail'].default_value = 4
    L.new(co.outputs['Object'], n2.inputs['Vector'])
    # paper tint variation
    mx = N(t, 'ShaderNodeMixRGB', blend_type='MULTIPLY')
    mx.inputs[0].default_value = 0.10
    L.new(tc.outputs[0], mx.inputs[1])
    L.new(nz.outputs[0], mx.inputs[2])
    fo = N(t, 'ShaderNodeMixRGB')
    fo.inputs[2].default_value = (0.56, 0.235, 0.085, 1)
    L.new(tf.outputs[0], fo.inputs[0])
    L.new(mx.outputs[0], fo.inputs[1])
    L.new(fo.outputs[0], p.inputs['Base Color'])
    mf = N(t, 'ShaderNodeMath', operation='MULTIPLY')
    mf.inputs[1].default_value = 0.5
    L.new(tf.outputs[0], mf.inputs[0])
    L.new(mf.outputs[0], p.inputs['Metallic'])
    rg = N(t, 'ShaderNodeMath', operation='MULTIPLY_ADD')
    rg.inputs[1].default_value = -0.42
    rg.inputs[2].default_value = 0.78
    L.new(tf.outputs[0], rg.inputs[0])
    L.new(rg.outputs[0], p.inputs['Roughness'])
    p.inputs['Specular'].default_value = 0.0
    b1 = N(t, 'ShaderNodeBump')
    b1.inputs['Strength'].default_value = 0.10
    b1.inputs['Distance'].default_value = 0.010
    L.new(n2.outputs[0], b1.inputs['Height'])
    ad = N(t, 'ShaderNodeMath', operation='ADD')
    L.new(ti.outputs[0], ad.inputs[0])
    L.new(tf.outputs[0], ad.inputs[1])
    b2 = N(t, 'ShaderNodeBump')
    b2.inputs['Strength'].default_value = 0.35
    b2.inputs['Distance'].default_value = 0.010
    L.new(ad.outputs[0], b2.inputs['Height'])
    L.new(b1.outputs[0], b2.inputs['Normal'])
    L.new(b2.outputs[0], p.inputs['Normal'])
    L.new(p.outputs[0], o.inputs['Surface'])
    return m


def m_caps(col, rough):
    m, t, o = mat('caps')
    p = N(t, 'ShaderNodeBsdfPrincipled')
    L = t.links
    p.inputs['Base Color'].default_value = (*col, 1)
    p.inputs['Metallic'].default_value = 0.92
    p.inputs['Roughness'].default_value = rough
    co = N(t, 'ShaderNodeTexCoord')
    mp = N(t, 'ShaderNodeMapping')
    mp.inputs['Scale'].default_value = (1.6, 1.6, 0.35)
    n = N(t, 'ShaderNodeTexNoise')
    n.inputs['Scale'].default_value = 1.2
    n.inputs['Detail'].default_value = 5
    n.inputs['Roughness'].default_value = 0.55
    L.new(co.outputs['Object'], mp.inputs[0])
    L.new(mp.outputs[0], n.inputs['Vector'])
    b = N(t, 'ShaderNodeBump')
    b.inputs['Strength'].default_value = 0.16
    b.inputs['Distance'].default_value = 0.12
    L.new(n.outputs[0], b.inputs['Height'])
    L.new(b.outputs[0], p.inputs['Normal'])
    L.new(p.outputs[0], o.inputs['Surface'])
    return m


G, WI = m_glass(), m_wine()
CAP = m_caps((0.085, 0.047, 0.034), 0.34)
COP = m_caps((0.72, 0.36, 0.17), 0.26)
LAB = {}


def label_mesh(zc, hh, wd, off=0.012, seg=160, rows=24):
    v = []
    f = []
    uv = []
    for j in range(rows + 1):
        z = zc - hh / 2 + hh * j / rows
        r = rad_at(z) + off
        da = wd / r
        for i in range(seg + 1):
            a = -math.pi / 2 - da / 2 + da * i / seg
            v.append((r * math.cos(a), r * math.sin(a), z))
            uv.append((i / seg, j / rows))
    for j in range(rows):
        for i in range(seg):
            a = j * (seg + 1) + i
            f.append((a, a + 1, a + seg + 2, a + seg + 1))
    m = bpy.data.meshes.new('label')
    m.from_pydata(v, [], f)
    m.update()
    u = m.uv_layers.new()
    for l in m.loops:
        u.data[l.index].uv = uv[l.vertex_index]
    for p in m.polygons:
        p.use_smooth = True
    return m


glass_prof = outer + inner[::-1]
MG = lathe('glass', outer)
fill = 27.4
wp = [p.copy() for p in inner if p[1] < fill]
wp = [
    np.array((max(0.001, p[0] + 0.012), p[1] - (0.012 if p[0] < 2.6 and p[1] < 3.1 else 0)))
    for p in wp
]
wp += [np.array((0.99, fill)), np.array((0.001, fill))]
MW = lathe('wine', wp, 128)
# capsule: sleeve hugging neck + rolled beads
zc0 = 24.6
caps = []
for z in np.linspace(zc0, 30.6, 46):
    caps.append(np.array((rad_at(z) + 0.035 + (0.012 if z < zc0 + 0.05 else 0), z)))
caps = [np.array((rad_at(zc0) + 0.004, zc0))] + caps
for zb in (25.55, 25.85):
    caps = [np.array((p[0] + 0.022 * math.exp(-(((p[1] - zb) / 0.05) ** 2)), p[1])) for p in caps]
r = caps[-1][0]
caps += arc(r - 0.22, 30.80, 0.22, 10, 88, 10) + [
    np.array((0.75, 31.03)),
    np.array((0.7, 31.015)),
    np.array((0.001, 31.015)),
]
zz = sorted(set(list(np.linspace(25.4, 26.0, 40)) + [p[1] for p in caps if p[1] < 30.7]))
base = [(p[0], p[1]) for p in caps if p[1] < 30.7]
MC = lathe('caps', caps, 160)
band = [np.array((rad_at(z) + 0.05, z)) for z in np.linspace(25.56, 25.84, 6)]
MB = lathe('band', band, 160)
ML = label_mesh(9.35, 11.5 * 0.93, 9.0 * 0.93)


def bottle(sku, x=0, y=0, z=0, rot=0):
    e = bpy.data.objects.new('b', None)
    S.collection.objects.link(e)

    def add(m, ma):
        o = bpy.data.objects.new(m.name, m.copy())
        o.data.materials.clear()
        o.data.materials.append(ma)
        S.collection.objects.link(o)
        o.parent = e
        return o

    add(MG, G)
    add(MC, CAP)
    add(MB, COP)
    if sku not in LAB:
        LAB[sku] = m_label(sku)
    add(ML, LAB[sku])
    e.location = (x, y, z)
    e.rotation_euler = (0, 0, math.radians(rot))
    return e


def softbox(name, loc, target, w, h, power, col=(1, 0.93, 0.84), fall='x', soft=0.35, vis=True):
    m = bpy.data.meshes.new(name)
    m.from_pydata(
        [(-w / 2, -h / 2, 0), (w / 2, -h / 2, 0), (w / 2, h / 2, 0), (-w / 2, h / 2, 0)],
        [],
        [(0, 1, 2, 3)],
    )
    u = m.uv_layers.new()
    for i, c in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        u.data[i].uv = c
    o = bpy.data.objects.new(name, m)
    S.collection.objects.link(o)
    o.location = loc
    from mathutils import Vector

    d = Vector(target) - Vector(loc)
    o.rotation_euler = d.to_track_quat('Z', 'Y').to_euler()
    mm, t, out = mat(name)
    e = N(t, 'ShaderNodeEmission')
    e.inputs[0].default_value = (*col, 1)
    L = t.links
    uvn = N(t, 'ShaderNodeUVMap')
    sp = N(t, 'ShaderNodeSeparateXYZ')
    L.new(uvn.outputs[0], sp.inputs[0])

    def edge(ch, s):
        a = N(t, 'ShaderNodeMath', operation='SUBTRACT')
        L.new(sp.outputs[ch], a.inputs[0])
        a.inputs[1].default_value = 0.5
        b = N(t, 'ShaderNodeMath', operation='ABSOLUTE')
        L.new(a.outputs[0], b.inputs[0])
        c = N(t, 'ShaderNodeMapRange', interpolation_type='SMOOTHSTEP')
        L.new(b.outputs[0], c.inputs[0])
        c.inputs[1].default_value = 0.5
        c.inputs[2].default_value = 0.5 - s
        c.inputs[3].default_value = 0
        c.inputs[4].default_value = 1
        return c

    def asym(flip):
        p = N(t, 'ShaderNodeMath', operation='SUBTRACT')
        p.inputs[0].default_value = 1
        L.new(sp.outputs[0], p.inputs[1])
        s_ = p.outputs[0] if flip else sp.outputs[0]
        g = N(t, 'ShaderNodeMath', operation='POWER')
        g.inputs[1].default_value = 2.6
        L.new(s_, g.inputs[0])
        c = N(t, 'ShaderNodeMapRange', interpolation_type='SMOOTHSTEP')
        c.inputs[1].default_value = 1
        c.inputs[2].default_value = 0.93
        L.new(s_, c.inputs[0])
        q = N(t, 'ShaderNodeMath', operation='MULTIPLY')
        L.new(g.outputs[0], q.inputs[0])
        L.new(c.outputs[0], q.inputs[1])
        return q

    a = asym(fall[0] == 'G') if fall[0] in 'gG' else edge(0, soft if 'x' in fall else 0.02)
    b = edge(1, soft if 'y' in fall else 0.12)
    mu = N(t, 'ShaderNodeMath', operation='MULTIPLY')
    L.new(a.outputs[0], mu.inputs[0])
    L.new(b.outputs[0], mu.inputs[1])
    ms = N(t, 'ShaderNodeMath', operation='MULTIPLY')
    ms.inputs[1].default_value = power
    L.new(mu.outputs[0], ms.inputs[0])
    L.new(ms.outputs[0], e.inputs[1])
    # emit one side only
    ge = N(t, 'ShaderNodeNewGeometry')
    tr = N(t, 'ShaderNodeBsdfTransparent')
    mi = N(t, 'ShaderNodeMixShader')
    L.new(ge.outputs['Backfacing'], mi.inputs[0])
    L.new(e.outputs[0], mi.inputs[1])
    L.new(tr.outputs[0], mi.inputs[2])
    L.new(mi.outputs[0], out.inputs['Surface'])
    m.materials.append(mm)
    o.visible_camera = False
    o.visible_diffuse = False
    o.visible_shadow = False
    mm.cycles.sample_as_light = name in ('key', 'fillR', 'front', 'top')
    return o


def area(loc, target, w, h, power, col=(1, 0.93, 0.84)):
    l = bpy.data.lights.new('a', 'AREA')
    l.shape = 'RECTANGLE'
    l.size = w
    l.size_y = h
    l.energy = power
    l.color = col
    o = bpy.data.objects.new('a', l)
    S.collection.objects.link(o)
    o.location = loc
    from mathutils import Vector

    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    o.visible_glossy = False
    o.visible_transmission = False
    o.visible_camera = False
    return o


def cam(loc, target, lens, shift_y=0):
    c = bpy.data.cameras.new('c')
    o = bpy.data.objects.new('c', c)
    S.collection.objects.link(o)
    o.location = loc
    c.lens = lens
    c.sensor_width = 36
    c.clip_end = 5000
    c.shift_y = shift_y
    from mathutils import Vector

    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    S.camera = o
    return o


mode = A['mode']
if mode in ('solo', 'trio'):
    S.render.film_transparent = True
    S.render.image_settings.color_mode = 'RGBA'
    k = 1.0 if mode == 'solo' else 1.25
    softbox('key', (-46 * k, -20, 20), (0, 0, 12), 52, 84, 10.5, fall=A.get('g', 'g'), soft=0.46)
    softbox(
        'fillR', (44 * k, 4, 16), (0, 0, 12), 9, 80, 7.0, col=(1, 0.88, 0.74), fall='x', soft=0.4
    )
    softbox('top', (0, 4, 70), (0, 0, 25), 46, 30, 0.9, fall='xy', soft=0.5)
    softbox(
        'backL', (-24, 46, 16), (0, 0, 14), 16, 52, 2.4, col=(1, 0.86, 0.66), fall='x', soft=0.45
    )
    softbox(
        'backR', (26, 44, 16), (0, 0, 14), 14, 52, 2.0, col=(1, 0.86, 0.66), fall='x', soft=0.45
    )
    area(
        *(((-62, -66, 34),) if mode == 'solo' else ((-44, -96, 36),)),
        (0, 0, 11),
        44,
        56,
        (1.0 if mode == 'solo' else 1.12) * float(A.get('key', '148000')),
        (1, 0.905, 0.775),
    )
    area((64, -60, 22), (0, 0, 11), 20, 50, float(A.get('fill', '34000')), (1, 0.88, 0.74))
if mode == 'solo':
    bottle(A['sku'], rot=float(A.get('rot', '0')))
    cam((0, -150, 15.4), (0, 0, 15.5), 0)
    c = S.camera.data
    c.type = 'PERSP'
    c.sensor_fit = 'VERTICAL'
    c.sensor_height = 36
    c.lens = 36 * 150 / 33.2
elif mode == 'trio':
    s = A['skus'].split(',')
    bottle(s[0], -9.0, 2.6, 0, -4)
    bottle(s[2], 9.0, 2.6, 0, 4)
    bottle(s[1], 0, -2.4, 0, 0)
    cam((0, -150, 17.5), (0, 0, 15.3), 0)
    c = S.camera.data
    c.sensor_fit = 'VERTICAL'
    c.sensor_height = 36
    c.lens = 36 * 150 / 34.6
elif mode == 'stone':
    exec(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib', 'stone.py')).read())
if 'border' in A:  # x0,x1,y0,y1 fractions, y from the bottom
    q = [float(i) for i in A['border'].split(',')]
    S.render.use_border = True
    S.render.use_crop_to_border = False
    S.render.border_min_x, S.render.border_max_x, S.render.border_min_y, S.render.border_max_y = q
S.render.threads_mode = 'FIXED'
S.render.threads = int(A.get('threads', '2'))
import time

t0 = time.time()
bpy.ops.render.render(write_still=True)
print('RENDER', A['mode'], A['sku'], round(time.time() - t0, 1), 's')
