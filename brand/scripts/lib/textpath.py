"""text -> SVG path data with fontTools (Debian python3-fonttools; run with /usr/bin/python3)"""

from fontTools.ttLib import TTFont
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.boundsPen import BoundsPen

_c = {}


def font(p):
    if p not in _c:
        _c[p] = TTFont(p)
    return _c[p]


def kern(f):
    return {}


def text(path, s, size, x=0, y=0, track=0, anchor='start', maxw=None):
    """returns (d, width). track in em"""
    f = font(path)
    gs = f.getGlyphSet()
    cm = f.getBestCmap()
    k = size / f['head'].unitsPerEm
    adv = []
    names = []
    for ch in s:
        g = cm.get(ord(ch)) or cm.get(ord(' '))
        names.append(g)
        adv.append(gs[g].width * k + track * size)
    W = sum(adv) - track * size
    ox = x - (W / 2 if anchor == 'middle' else W if anchor == 'end' else 0)
    d = []
    for g, a in zip(names, adv):
        pen = SVGPathPen(gs, lambda v: ('%.2f' % v).rstrip('0').rstrip('.'))
        gs[g].draw(TransformPen(pen, (k, 0, 0, -k, ox, y)))
        d.append(pen.getCommands())
        ox += a
    return ' '.join(d), W
