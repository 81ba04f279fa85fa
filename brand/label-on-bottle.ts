/**
 * Draws a label over a rendered bottle. A render can't resolve fine lettering, so only the light on the
 * paper comes from the render, and the lettering from the vector drawing.
 */
import { readFile } from 'node:fs/promises'

import sharp, { type Sharp } from 'sharp'

import type { Camera, Place, Size } from '../src/catalogue/pictures/label-geometry.ts'
import { labelAt } from '../src/catalogue/pictures/label-geometry.ts'

type Labelled = { wine: string; place: Place }
export type Render = { file: string; camera: Camera; bottles: readonly Labelled[] }

type Pixels = Size & { data: Uint8Array }

/** The paper of the label in full light; what is in shade keeps some of its warmth. */
const paper = [246, 234, 211] as const
const shadeWarmth = [0.86, 0.98, 1.16] as const
/** Covers the rough edge of the rendered label by a hair. */
const overlap = 0.007
/** Samples along each side of a pixel. */
const samples = 5
const grid = { columns: 48, rows: 60 }

const drawnLabel = (wine: string): Promise<string> =>
  readFile(new URL(`labels/${wine}.svg`, import.meta.url), 'utf8')

/** The render, `scale` times its size, with a drawn label on each of its bottles. */
export async function withLabels(
  render: Render,
  scale = 1,
  drawing: (wine: string) => Promise<string> = drawnLabel,
): Promise<Sharp> {
  const picture = await pixelsOf(render.file, scale)
  for (const { wine, place } of render.bottles) {
    const where = labelAt(render.camera, place, picture)
    setLabel(picture, where, await pixelsOfDrawing(await drawing(wine), scale))
  }
  const { data, width, height } = picture
  return sharp(data, { raw: { width, height, channels: 4 } })
}

async function pixelsOf(file: string, scale: number): Promise<Pixels> {
  const source = sharp(file)
  const { width } = await source.metadata()
  const { data, info } = await source
    .resize(Math.round(width * scale), null, { kernel: 'lanczos3' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The label's lettering on a transparent background, at the resolution of the sampling. */
async function pixelsOfDrawing(svg: string, scale: number): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(svg), { density: 200 })
    .resize(Math.round(2100 * scale))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function setLabel(picture: Pixels, where: ReturnType<typeof labelAt>, drawing: Pixels): void {
  const light = lightOn(picture, where)
  const box = boxOf(picture, where)
  const random = grainOf(7)
  for (let y = box.top; y <= box.bottom; y++) {
    for (let x = box.left; x <= box.right; x++) {
      const found = sampled(x, y, where, drawing)
      if (found.covered === 0) continue
      const shade = light.at(found.u, found.v)
      const grain = 1 + 0.006 * random()
      const at = (y * picture.width + x) * 4
      for (let c = 0; c < 3; c++) {
        const lit = light.strength * shade ** shadeWarmth[c]! * grain
        const color = (paper[c]! * (1 - found.ink) + found.color[c]!) * lit
        const before = picture.data[at + c]!
        picture.data[at + c] = Math.min(255, before + (color - before) * found.covered)
      }
      picture.data[at + 3] = Math.max(picture.data[at + 3]!, 255 * found.covered)
    }
  }
}

/** Coverage, ink and color of one pixel, averaged over its samples. */
function sampled(x: number, y: number, where: ReturnType<typeof labelAt>, drawing: Pixels) {
  const color = [0, 0, 0]
  let [ink, covered, u, v] = [0, 0, 0, 0]
  for (let i = 0; i < samples * samples; i++) {
    const place = where(
      x + ((i % samples) + 0.5) / samples,
      y + (Math.floor(i / samples) + 0.5) / samples,
    )
    if (!place || !inside(place.u) || !inside(place.v)) continue
    covered++
    u += place.u
    v += place.v
    const column = Math.floor(place.u * drawing.width)
    const row = Math.floor((1 - place.v) * drawing.height)
    if (column < 0 || row < 0 || column >= drawing.width || row >= drawing.height) continue
    const at = (row * drawing.width + column) * 4
    const alpha = drawing.data[at + 3]! / 255
    ink += alpha
    for (let c = 0; c < 3; c++) color[c]! += drawing.data[at + c]! * alpha
  }
  const of = Math.max(1, covered)
  return {
    covered: covered / samples ** 2,
    ink: ink / of,
    color: color.map((sum) => sum / of),
    u: u / of,
    v: v / of,
  }
}

const inside = (part: number) => part > -overlap && part < 1 + overlap

function boxOf(picture: Size, where: ReturnType<typeof labelAt>) {
  const box = { left: picture.width, right: 0, top: picture.height, bottom: 0 }
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const place = where(x + 0.5, y + 0.5)
      if (!place || !inside(place.u) || !inside(place.v)) continue
      box.left = Math.min(box.left, x - 1)
      box.right = Math.max(box.right, x + 1)
      box.top = Math.min(box.top, y - 1)
      box.bottom = Math.max(box.bottom, y + 1)
    }
  }
  return box
}

/** How light falls on the label, 1 where it is lightest: the render's paper without its lettering. */
function lightOn(picture: Pixels, where: ReturnType<typeof labelAt>) {
  const cells = Array.from({ length: grid.columns * grid.rows }, (): number[] => [])
  const box = boxOf(picture, where)
  for (let y = box.top; y <= box.bottom; y++) {
    for (let x = box.left; x <= box.right; x++) {
      const place = where(x + 0.5, y + 0.5)
      if (!place || place.u < 0.015 || place.u > 0.985 || place.v < 0.015 || place.v > 0.985) {
        continue
      }
      const at = (y * picture.width + x) * 4
      const [r, g, b] = picture.data.subarray(at, at + 3)
      const cell = cellOf(place.u, grid.columns) + cellOf(place.v, grid.rows) * grid.columns
      cells[cell]!.push(0.3 * r! + 0.59 * g! + 0.11 * b!)
    }
  }
  // The lightest third of a cell is paper, not ink.
  const paperOf = (cell: number[]) => cell.toSorted((a, b) => a - b)[Math.floor(cell.length * 0.7)]
  const smooth = blurred(cells.map(paperOf))
  const brightest = Math.max(...smooth)
  const asRendered = brightest / (0.3 * paper[0] + 0.59 * paper[1] + 0.11 * paper[2])
  return {
    /** Nearer full light than the render, and still in its scene. */
    strength: Math.min(1, (2 + asRendered) / 3),
    at: (u: number, v: number) => between(smooth, u, v) / brightest,
  }
}

const cellOf = (part: number, count: number) =>
  Math.min(count - 1, Math.max(0, Math.floor(part * count)))

/** A wide Gaussian blur; cells without samples take the values of their neighbors. */
function blurred(cells: readonly (number | undefined)[]): number[] {
  const reach = 6
  return cells.map((_, index) => {
    const [column, row] = [index % grid.columns, Math.floor(index / grid.columns)]
    let [sum, weight] = [0, 0]
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        const [x, y] = [column + dx, row + dy]
        if (x < 0 || y < 0 || x >= grid.columns || y >= grid.rows) continue
        const cell = cells[y * grid.columns + x]
        if (cell === undefined) continue
        const near = Math.exp(-(dx ** 2 / 4 + dy ** 2 / 16))
        sum += cell * near
        weight += near
      }
    }
    return sum / weight
  })
}

function between(cells: readonly number[], u: number, v: number): number {
  const x = Math.min(grid.columns - 1.001, Math.max(0, u * grid.columns - 0.5))
  const y = Math.min(grid.rows - 1.001, Math.max(0, v * grid.rows - 0.5))
  const [left, low] = [Math.floor(x), Math.floor(y)]
  const at = (dx: number, dy: number) => cells[(low + dy) * grid.columns + left + dx]!
  const [px, py] = [x - left, y - low]
  const lower = at(0, 0) * (1 - px) + at(1, 0) * px
  return lower * (1 - py) + (at(0, 1) * (1 - px) + at(1, 1) * px) * py
}

/** Deterministic noise from -1 to 1. */
function grainOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}
