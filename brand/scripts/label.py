"""The label of each wine as vectors, with raster maps for Blender, and the wordmark.
-> brand/labels/<wine>.svg ; work/label_<wine>.png ; final/kohue-wordmark.svg
`kohue.svg` is the label without variety and vintage, for wines that have no drawing of their own."""

import sys, os

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))
from textpath import text
import re, subprocess

ART = os.environ['ART']
LABELS = os.environ['LABELS']
FN = ART + '/fonts/'
CIN = FN + 'cinzel-latin-400-normal.ttf'
CIN6 = FN + 'cinzel-latin-600-normal.ttf'
CIN5 = FN + 'cinzel-latin-500-normal.ttf'
# wordmark
d, w = text(CIN, 'KOHUE', 100, 0, 0, track=0.19)
open(ART + '/final/kohue-wordmark.svg', 'w').write(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -74 {w:.1f} 78" fill="currentColor" role="img" aria-label="Kohue"><path d="{d}"/></svg>'
)
d2, w2 = text(CIN, 'MENDOZA', 13.2, w / 2, 34, track=0.62, anchor='middle')
open(ART + '/final/kohue-wordmark-mendoza.svg', 'w').write(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -74 {w:.1f} 112" fill="currentColor" role="img" aria-label="Kohue, Mendoza"><path d="{d} {d2}"/></svg>'
)
em = re.search(r' d="([^"]+)"', open(ART + '/final/kohue-emblem.svg').read()).group(1)
INK = '#2b2019'
COPPER = '#9a6238'
PAPER = '#f6e8cb'
SKU = {
    'malbec-2022': ('MALBEC', '2022'),
    'malbec-2021': ('MALBEC', '2021'),
    'cabernet-sauvignon-2021': ('CABERNET SAUVIGNON', '2021'),
    'kohue': None,
}
W, H = 900, 1150  # 90 x 115 mm


def T(f, s, size, y, track=0, fill=INK, x=W / 2, anchor='middle'):
    return f'<path class="{"c" if fill == COPPER else "k"}" d="{text(f, s, size, x, y, track, anchor)[0]}"/>'


def rule(y, x0, x1, t=1.6, c='k'):
    return f'<rect class="{c}" x="{x0}" y="{y - t / 2}" width="{x1 - x0}" height="{t}"/>'


def wine_lines(variety, vintage):
    """The lower half of a wine's label: variety, vintage and where it grew."""
    named = (CIN5, variety, 56, 785, 0.30) if len(variety) < 8 else (CIN5, variety, 38.5, 779, 0.10)
    return [
        T(*named),
        T(CIN5, vintage, 40, 856, 0.34, COPPER),
        rule(905, W / 2 - 300, W / 2 + 300, 0.9),
        T(CIN6, 'PARAJE ALTAMIRA', 28.5, 958, 0.30),
        T(CIN6, 'UCO VALLEY', 22.5, 1002, 0.34),
        T(CIN6, 'MENDOZA, ARGENTINA', 22.5, 1044, 0.30),
    ]


def neutral_lines():
    return [
        T(CIN5, 'MENDOZA', 44, 800, 0.42),
        rule(905, W / 2 - 300, W / 2 + 300, 0.9),
        T(CIN6, 'ARGENTINA', 28.5, 978, 0.42),
    ]


for sku, wine in SKU.items():
    g = []
    m = 34
    g.append(
        f'<path class="f" d="M{m},{m}H{W - m}V{H - m}H{m}Z" stroke-width="1.7"/><path class="f" d="M{m + 9},{m + 9}H{W - m - 9}V{H - m - 9}H{m + 9}Z" stroke-width=".8"/>'
    )
    s = 3.9
    g.append(f'<path class="k e" transform="translate({W / 2},{300}) scale({s})" d="{em}"/>')
    g.append(T(CIN, 'KOHUE', 126, 645, 0.17))
    g.append(rule(700, W / 2 - 190, W / 2 - 34, 1.4, 'c'))
    g.append(rule(700, W / 2 + 34, W / 2 + 190, 1.4, 'c'))
    g.append(f'<path class="c" d="M{W / 2},{690}l9,10l-9,10l-9,-10z"/>')
    g += wine_lines(*wine) if wine else neutral_lines()
    body = ''.join(g)

    def svg(k, c, bg, lw=1):
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {W} {H}"><style>.k{{fill:{k}}}.c{{fill:{c}}}.e{{stroke:{k};stroke-width:.13}}.f{{fill:none;stroke:{k}}}</style>'
            + (f'<rect width="{W}" height="{H}" fill="{bg}"/>' if bg else '')
            + body
            + '</svg>'
        )

    open(f'{LABELS}/{sku}.svg', 'w').write(svg(INK, COPPER, None) + '\n')
    if wine is None:
        continue
    P = ART + f'/work/label_{sku}'
    open(P + '.svg', 'w').write(svg(INK, COPPER, PAPER))
    open(P + '_ink.svg', 'w').write(svg('#ffffff', '#000000', '#000000'))
    open(P + '_foil.svg', 'w').write(svg('#000000', '#ffffff', '#000000'))
    for v in ('', '_ink', '_foil'):
        subprocess.check_call(
            [
                'node',
                os.path.dirname(os.path.abspath(__file__)) + '/lib/rasterize.mjs',
                P + v + '.svg',
                P + v + '.png',
                '2700',
            ]
        )
