"""Makes the shop's pictures again, from nothing but these scripts and Cinzel's outlines.

    python3 brand/scripts/make.py            everything, about 45 minutes on two cores
    python3 brand/scripts/make.py drawings   emblem, wordmark, labels and engravings, seconds
    python3 brand/scripts/make.py skyline    terrain, engraved skyline and peak, minutes
    python3 brand/scripts/make.py renders    landscapes and bottles, needs Blender
    python3 brand/scripts/make.py publish    what is in final/ into public/pictures

Work files and masters lie in brand/.art, which is not kept in the repository.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ART = ROOT / 'brand' / '.art'
PICTURES = ROOT / 'public' / 'pictures'
LABELS = ROOT / 'brand' / 'labels'
RENDERS = ROOT / 'brand' / 'renders'

# One thread: parallel droplets would carve the same mountains, but not to the same bit.
ENV = {
    **os.environ,
    'ART': str(ART),
    'PICTURES': str(PICTURES),
    'LABELS': str(LABELS),
    'RENDERS': str(RENDERS),
    'OMP_NUM_THREADS': '1',
}

TERRAIN_SEED = '7'
SUN = ['sunaz=86', 'sunel=16']
UPRIGHT = 'hor=.735'


def python(script, *arguments):
    subprocess.check_call([sys.executable, HERE / script, *map(str, arguments)], env=ENV, cwd=ROOT)


def blender(script, *arguments):
    command = ['blender', '-b', '-P', HERE / script, '--', *arguments]
    subprocess.check_call(command, env=ENV, cwd=ROOT)


def fonts():
    """Cinzel from its npm package, as outlines that fontTools and Blender read."""
    from fontTools.ttLib import TTFont

    for weight in (400, 500, 600):
        name = f'cinzel-latin-{weight}-normal'
        font = TTFont(ROOT / 'node_modules/@fontsource/cinzel/files' / f'{name}.woff2')
        font.flavor = None
        font.save(ART / 'fonts' / f'{name}.ttf')


def drawings():
    fonts()
    python('emblem.py')
    python('label.py')
    for engraving in ('stone', 'soil', 'case', 'vine'):
        python(f'engraving_{engraving}.py')


def terrain():
    if not (ART / 'work/height.npy').exists():
        python('terrain.py', TERRAIN_SEED)


def skyline():
    terrain()
    python('skyline.py')
    python('engraving_peak.py')


def landscapes():
    terrain()
    work = ART / 'work'
    python('mountains.py', work / 'wide.png', 2000, 1125, 2, *SUN)
    python('mountains.py', work / 'tall.png', 1000, 1600, 2, *SUN, 'cx=-3.9', UPRIGHT, 'fov=24')
    blender('vineyard.py', 'w=2000', 'h=1125', 'spp=40', f'out={work}/vines-wide')
    tall = ['w=1000', 'h=1600', 'fov=29', UPRIGHT, 'vp=.56', 'top=.66', 'spp=22', 'ch=4.0']
    blender('vineyard.py', *tall, f'out={work}/vines-tall')
    python('compose.py', work / 'wide.npz', work / 'vines-wide.npz', work / 'cordillera.png')
    upright = work / 'cordillera-vertical.png'
    python('compose.py', work / 'tall.npz', work / 'vines-tall.npz', upright, UPRIGHT, 'fov=29')
    # The work folder keeps the pictures as they were mended before: these are new.
    for old in work.glob('*-unhealed.png'):
        old.unlink()
    python('heal.py')


def bottles():
    work = ART / 'work'
    backdrop = ['-resize', '1600x', '-gaussian-blur', '0x6.5', '-modulate', '100,96']
    subprocess.check_call(['convert', work / 'cordillera.png', *backdrop, work / 'backdrop.png'])
    solo = ['mode=solo', 'w=1000', 'h=2000']
    blender('bottle.py', *solo, 'sku=malbec-2022', 'spp=128', f'out={work}/solo_malbec-2022.png')
    blender('bottle.py', 'mode=trio', 'w=1400', 'h=1400', 'spp=72', f'out={work}/trio.png')
    stone = ['sku=malbec-2022', 'w=1600', 'h=1200', 'spp=88', f'out={work}/stone.png']
    blender('bottle.py', 'mode=stone', *stone)


def renders():
    landscapes()
    bottles()
    python('finals.py')
    subprocess.check_call(['node', ROOT / 'brand' / 'bottles.ts'], cwd=ROOT)


# What the pages show of the drawings, each in its colour: an <img> knows no currentColor.
COLOURED = {
    'kohue-emblem.svg': ('kohue-emblem-small.svg', '#36251a'),
    'cordillera-divider.svg': ('cordillera-divider-light.svg', '#72563f'),
}


# Engravings take the color of the text around them: `<use>` refers to this id.
ENGRAVINGS = ('stone', 'soil', 'peak', 'case', 'vine')


def publish():
    for name, (source, colour) in COLOURED.items():
        drawing = (ART / 'final' / source).read_text()
        (PICTURES / name).write_text(drawing.replace('currentColor', colour))
    for name in ENGRAVINGS:
        drawing = (ART / 'final' / f'engraving-{name}.svg').read_text()
        (PICTURES / f'engraving-{name}.svg').write_text(drawing.replace('<svg ', '<svg id="art" ', 1))


STEPS = {
    'drawings': [drawings],
    'skyline': [skyline],
    'renders': [renders],
    'publish': [publish],
    'all': [drawings, skyline, renders, publish],
}


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else 'all'
    if wanted not in STEPS:
        sys.exit(__doc__)
    needed = ['node', 'gcc'] + (['blender', 'convert'] if wanted in ('renders', 'all') else [])
    missing = [tool for tool in needed if not shutil.which(tool)]
    if missing:
        sys.exit(f'Missing: {", ".join(missing)}. brand/README.md says where they come from.')
    for folder in ('work', 'final', 'fonts'):
        (ART / folder).mkdir(parents=True, exist_ok=True)
    for step in STEPS[wanted]:
        step()


main()
