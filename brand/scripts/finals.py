"""The renders toned: landscapes as AVIF and WebP, bottles into brand/renders, where brand/bottles.ts
sets the lettering of their labels and writes their widths."""

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
RENDERS = os.environ['RENDERS']

WIDTHS = {
    'cordillera': ('landscape', 560, 800, 1400, 2000),
    'cordillera-vertical': ('landscape', 480, 750, 1000),
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


def on_stone():
    """The scene on the ledge, drawn halfway into the sepia of the landscapes."""
    image = tone(load('stone').convert('RGB'), 1.08, 1.0)
    pixels = np.asarray(image) / 255.0
    light = pixels @ np.array([0.30, 0.55, 0.15])
    sepia = 0.45
    pixels = pixels * (1 - sepia) + ramp(np.clip(light * 1.04, 0, 1)) * sepia
    return Image.fromarray((np.clip(pixels, 0, 1) * 255 + 0.5).astype(np.uint8))


for name, image in (
    ('bottle', tone(load('solo_malbec-2022'))),
    ('trio', tone(load('trio'))),
    ('stone', on_stone()),
):
    image.save(f'{RENDERS}/{name}.webp', quality=95, method=6)

for name, (kind, *widths) in WIDTHS.items():
    image = Image.open(f'{WORK}{name}.png').convert('RGB')
    image.save(f'{FINAL}{name}.png')
    subprocess.check_call(
        ['node', HERE + '/lib/export.mjs', f'{FINAL}{name}.png', f'{PICTURES}/{name}', kind]
        + [str(width) for width in widths]
    )
