# Executed inside bottle.py for mode=stone: it shares that scene.
from mathutils import noise as MN, Vector

W.node_tree.nodes['Background'].inputs[0].default_value = (0.34, 0.25, 0.17, 1)
W.node_tree.nodes['Background'].inputs[1].default_value = 0.22
bx = float(A.get('bx', '7.5'))


def fb(p, o=5, g=0.5, l=2.1):
    a, s = 1, 0
    for i in range(o):
        s += a * MN.noise(p)
        p = p * l + Vector((3.1, 1.7, 9.2))
        a *= g
    return s


prof = (
    [(60 - 1.2 * i, 0) for i in range(45)]
    + [(6 - 0.14 * i, 0) for i in range(127)]
    + [(-12 + 0.0 * i, 0) for i in range(0)]
)
ys = [p[0] for p in prof]
yf = ys[-1]
prof = (
    [(y, 0) for y in ys]
    + [(yf - 0.35 * math.sin(a), -0.35 + 0.35 * math.cos(a)) for a in np.linspace(0.2, 1.57, 7)]
    + [(yf - 0.35, -0.35 - 0.14 * i) for i in range(1, 48)]
)
xs = np.arange(-40, 40.01, 0.14)
v = []
f = []
for x in xs:
    for y, z in prof:
        p = Vector((x, y, z))
        top = 1 if z > -0.01 else 0
        d = (
            0.10 * fb(p * 0.12, 4) + 0.045 * fb(p * 0.9, 6, 0.6)
            if top
            else 0.10 * fb(p * 0.12, 4) * max(0, 1 + z)
        )
        yy = y - (
            0
            if top
            else (
                0.55 * abs(fb(Vector((x * 0.16, 0, z * 0.35)), 5, 0.55))
                + 0.30 * fb(p * 0.9, 6, 0.6)
            )
            * min(1, -z * 1.2)
        )
        v.append((x, yy, z + d))
n = len(prof)
for i in range(len(xs) - 1):
    for j in range(n - 1):
        k = i * n + j
        f.append((k, k + 1, k + n + 1, k + n))
m = bpy.data.meshes.new('slab')
m.from_pydata(v, [], f)
m.update()
for p in m.polygons:
    p.use_smooth = True


def stone_mat(name, c0, c1, r0, r1, crust=None, sc=0.22, bk=1.0):
    mm, t, o = mat(name)
    p = N(t, 'ShaderNodeBsdfPrincipled')
    L = t.links
    co = N(t, 'ShaderNodeTexCoord')
    n1 = N(t, 'ShaderNodeTexNoise')
    n1.inputs['Scale'].default_value = sc
    n1.inputs['Detail'].default_value = 12
    n1.inputs['Roughness'].default_value = 0.68
    n1.inputs['Distortion'].default_value = 0.6
    L.new(co.outputs['Object'], n1.inputs['Vector'])
    rp = N(t, 'ShaderNodeValToRGB')
    e = rp.color_ramp.elements
    e[0].position = 0.34
    e[0].color = (*c0, 1)
    e[1].position = 0.70
    e[1].color = (*c1, 1)
    L.new(n1.outputs[0], rp.inputs[0])
    n2 = N(t, 'ShaderNodeTexNoise')
    n2.inputs['Scale'].default_value = 4.5
    n2.inputs['Detail'].default_value = 10
    n2.inputs['Roughness'].default_value = 0.7
    L.new(co.outputs['Object'], n2.inputs['Vector'])
    mx = N(t, 'ShaderNodeMixRGB', blend_type='OVERLAY')
    mx.inputs[0].default_value = 0.55
    L.new(rp.outputs[0], mx.inputs[1])
    L.new(n2.outputs[0], mx.inputs[2])
    last = mx.outputs[0]
    if crust:
        n3 = N(t, 'ShaderNodeTexNoise')
        n3.inputs['Scale'].default_value = 0.38
        n3.inputs['Detail'].default_value = 8
        n3.inputs['Roughness'].default_value = 0.62
        L.new(co.outputs['Object'], n3.inputs['Vector'])
        r3 = N(t, 'ShaderNodeValToRGB')
        r3.color_ramp.elements[0].position = 0.54
        r3.color_ramp.elements[1].position = 0.66
        L.new(n3.outputs[0], r3.inputs[0])
        m3 = N(t, 'ShaderNodeMixRGB')
        m3.inputs[2].default_value = (*crust, 1)
        L.new(r3.outputs[0], m3.inputs[0])
        L.new(last, m3.inputs[1])
        last = m3.outputs[0]
    L.new(last, p.inputs['Base Color'])
    mr = N(t, 'ShaderNodeMapRange')
    mr.inputs[1].default_value = 0.3
    mr.inputs[2].default_value = 0.7
    mr.inputs[3].default_value = r0
    mr.inputs[4].default_value = r1
    L.new(n2.outputs[0], mr.inputs[0])
    L.new(mr.outputs[0], p.inputs['Roughness'])
    p.inputs['Specular'].default_value = 0.4
    b1 = N(t, 'ShaderNodeBump')
    b1.inputs['Strength'].default_value = 0.85
    b1.inputs['Distance'].default_value = 0.10 * bk
    L.new(n2.outputs[0], b1.inputs['Height'])
    n4 = N(t, 'ShaderNodeTexNoise')
    n4.inputs['Scale'].default_value = 22
    n4.inputs['Detail'].default_value = 5
    L.new(co.outputs['Object'], n4.inputs['Vector'])
    b2 = N(t, 'ShaderNodeBump')
    b2.inputs['Strength'].default_value = 0.8
    b2.inputs['Distance'].default_value = 0.028 * bk
    L.new(n4.outputs[0], b2.inputs['Height'])
    L.new(b1.outputs[0], b2.inputs['Normal'])
    L.new(b2.outputs[0], p.inputs['Normal'])
    L.new(p.outputs[0], o.inputs['Surface'])
    return mm


m.materials.append(
    stone_mat('slab', (0.016, 0.0135, 0.011), (0.105, 0.085, 0.066), 0.36, 0.80, sc=0.30, bk=1.35)
)
S.collection.objects.link(bpy.data.objects.new('slab', m))
import bmesh


def pebble(x, y, r, sq, seed, rz):
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=6, radius=1)
    o0 = Vector((seed * 7.3, seed * 1.9, seed * 4.1))
    for q in bm.verts:
        d = (
            1
            + 0.12 * MN.noise(q.co * 0.7 + o0)
            + 0.025 * MN.noise(q.co * 2.0 + o0)
            + 0.006 * MN.noise(q.co * 9 + o0)
        )
        q.co = Vector((q.co.x * d * r * sq[0], q.co.y * d * r * sq[1], q.co.z * d * r * sq[2]))
    me = bpy.data.meshes.new('peb')
    bm.to_mesh(me)
    for p in me.polygons:
        p.use_smooth = True
    me.materials.append(PM)
    o = bpy.data.objects.new('peb', me)
    zmin = min(q.co.z for q in me.vertices)
    o.location = (x, y, -zmin - 0.06)
    o.rotation_euler = (0, 0, rz)
    S.collection.objects.link(o)


PM = stone_mat(
    'pebble',
    (0.050, 0.043, 0.036),
    (0.135, 0.115, 0.092),
    0.5,
    0.8,
    crust=(0.36, 0.31, 0.25),
    sc=0.5,
    bk=0.55,
)
pebble(bx - 9.4, 2.2, 2.7, (1.30, 1, 0.55), 1, 0.35)
pebble(bx - 13.4, -2.2, 1.5, (1.25, 1, 0.58), 5, 1.2)
pebble(bx + 9.0, 5.5, 3.2, (1.25, 1, 0.52), 3, 2.1)
bottle(A['sku'], bx, 0, 0.06, rot=float(A.get('rot', '-3')))
# backdrop: our own cordillera, defocused
bp = bpy.data.meshes.new('bd')
bw, bh = float(A.get('bw', '235')), float(A.get('bw', '235')) * 0.5625
bp.from_pydata(
    [(-bw / 2, 0, 0), (bw / 2, 0, 0), (bw / 2, 0, bh), (-bw / 2, 0, bh)], [], [(0, 1, 2, 3)]
)
u = bp.uv_layers.new()
for i, c in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
    u.data[i].uv = c
mm, t, o = mat('bd')
e = N(t, 'ShaderNodeEmission')
ti = N(t, 'ShaderNodeTexImage')
ti.image = img(ART + '/work/backdrop.png')
e.inputs[1].default_value = float(A.get('bd', '.80'))
t.links.new(ti.outputs[0], e.inputs[0])
t.links.new(e.outputs[0], o.inputs['Surface'])
mm.cycles.sample_as_light = False
bp.materials.append(mm)
bo = bpy.data.objects.new('bd', bp)
bo.location = (float(A.get('bdx', '24')), 420, float(A.get('bdz', '-32')))
S.collection.objects.link(bo)
bo.visible_diffuse = False
bo.visible_glossy = False
softbox('key', (bx - 48, -18, 22), (bx, 0, 12), 52, 84, 9.5, fall=A.get('g', 'g'), soft=0.46)
softbox(
    'fillR', (bx + 44, 8, 18), (bx, 0, 12), 10, 80, 8.0, col=(1, 0.86, 0.68), fall='x', soft=0.4
)
softbox('top', (bx, 2, 66), (bx, 0, 25), 40, 30, 1.4, fall='xy', soft=0.5)
area((bx - 66, -40, 44), (bx - 2, 0, 9), 40, 46, float(A.get('key', '120000')), (1, 0.885, 0.74))
area((bx + 60, 46, 46), (bx, 0, 4), 30, 30, float(A.get('rim', '150000')), (1, 0.80, 0.56))
area((bx + 60, -66, 24), (bx, 0, 10), 20, 50, 22000, (1, 0.88, 0.74))
cam((0, -165, 15.5), (0, 0, 14.6), 0)
c = S.camera.data
c.sensor_fit = 'VERTICAL'
c.sensor_height = 36
c.lens = 36 * 165 / 39.5
