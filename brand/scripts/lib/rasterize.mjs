// Draws an SVG as PNG: node rasterize.mjs in.svg out.png width
import { readFile } from 'node:fs/promises'

import sharp from 'sharp'

const [, , source, target, width] = process.argv
const svg = await readFile(source, 'utf8')
const viewWidth = Number(/viewBox="([^"]+)"/.exec(svg)[1].split(/[ ,]+/)[2])
const density = Math.min(2400, (72 * Number(width)) / viewWidth)
await sharp(Buffer.from(svg), { density, limitInputPixels: false })
  .resize(Number(width))
  .png()
  .toFile(target)
