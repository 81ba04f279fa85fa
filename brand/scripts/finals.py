"""The renders put together and toned: 8-bit masters in final/, then AVIF and WebP at three widths.
Each solo bottle is one body with the label window of its wine pasted in: same seed, no seam."""

import os
import subprocess
import sys

import numpy as np
from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, 'lib'))
from grade import ramp

ART = os.environ['ART']
WORK = ART + '/work/'
FINAL = ART + '/final/'
PICTURES = os.environ['PICTURES']

WINES = ('malbec-2022', 'malbec-2021', 'cabernet-sauvignon-2021')
# The label window that bottle.py renders again for each wine, in parts of width and height.
WINDOW = dict(left=0.2, right=0.8, bottom=0.12, top=0.52)

WIDTHS = {
    'cordillera': ('landscape', 560, 800, 1400, 2000),
    'cordillera-vertical': ('landscape', 480, 750, 1000),
    **{f'bottle-{wine}': ('bottle', 320, 640, 1000) for wine in WINES},
    'bottles-trio': ('bottle', 480, 900, 1400),
    'bottle-on-stone': ('bottle', 640, 1100, 1600),
}


def load(name):
    """A 16-bit render as 8-bit RGBA; ImageMagick keeps its tones, Pillow would clip them."""
    flat = WORK + '_8bit.png'
    subprocess.check_call(['convert', f'{WORK}{name}.png', '-depth', '8', flat])
    return Image.open(flat).convert('RGBA')


def tone(image, gamma=1.10, saturation=1.08):
    """Lifts the shadows a little and adds the faintest grain, always the same."""
    pixels = np.asarray(image).astype(np.float32) / 255
    rgb = pixels[..., :3] ** (1 / gamma)
    light = (rgb @ np.array([0.3, 0.59, 0.11], np.float32))[..., None]
    rgb = np.clip(light + (rgb - light) * saturation, 0, 1)
    grain = np.random.default_rng(1).standard_normal(rgb.shape[:2])[..., None]
    pixels[..., :3] = np.clip(rgb + 0.0025 * grain, 0, 1)
    return Image.fromarray((pixels * 255 + 0.5).astype(np.uint8), image.mode)


def bottle_of(wine, body):
    window = load(f'part_{wine}')
    width, height = window.size
    x0, x1 = int(WINDOW['left'] * width) + 2, int(WINDOW['right'] * width) - 2
    y0 = int(height * (1 - WINDOW['top'])) + 2
    y1 = int(height * (1 - WINDOW['bottom'])) - 2
    bottle = body.copy()
    bottle.paste(window.crop((x0, y0, x1, y1)), (x0, y0))
    return tone(bottle)


def on_stone():
    """The scene on the ledge, drawn halfway into the sepia of the landscapes."""
    image = tone(load('stone').convert('RGB'), 1.08, 1.0)
    pixels = np.asarray(image) / 255.0
    light = pixels @ np.array([0.30, 0.55, 0.15])
    sepia = 0.45
    pixels = pixels * (1 - sepia) + ramp(np.clip(light * 1.04, 0, 1)) * sepia
    return Image.fromarray((np.clip(pixels, 0, 1) * 255 + 0.5).astype(np.uint8))


def masters():
    body = load('solo_malbec-2022')
    for wine in WINES:
        yield f'bottle-{wine}', bottle_of(wine, body)
    yield 'bottles-trio', tone(load('trio'))
    yield 'bottle-on-stone', on_stone()
    for name in ('cordillera', 'cordillera-vertical'):
        yield name, Image.open(f'{WORK}{name}.png').convert('RGB')


for name, image in masters():
    image.save(f'{FINAL}{name}.png')
    kind, *widths = WIDTHS[name]
    subprocess.check_call(
        ['node', HERE + '/lib/export.mjs', f'{FINAL}{name}.png', f'{PICTURES}/{name}', kind]
        + [str(width) for width in widths]
    )
