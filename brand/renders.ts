import { fileURLToPath } from 'node:url'

import { bottleCamera } from '../src/catalogue/pictures/label-geometry.ts'
import type { Render } from './label-on-bottle.ts'

/** What brand/scripts/bottle.py renders, and where its bottles stand in it. */
const file = (name: string) => fileURLToPath(new URL(`renders/${name}.webp`, import.meta.url))

/** One bottle with the label of a wine; `kohue` is the label that names none. */
export const bottleRender = (wine: string): Render => ({
  file: file('bottle'),
  camera: bottleCamera,
  bottles: [{ wine, place: { x: 0, y: 0, z: 0, turn: 0 } }],
})

export const trioRender: Render = {
  file: file('trio'),
  camera: { distance: 150, height: 17.5, target: 15.3, span: 34.6 },
  bottles: [
    { wine: 'malbec-2021', place: { x: -9, y: 2.6, z: 0, turn: -4 } },
    { wine: 'cabernet-sauvignon-2021', place: { x: 9, y: 2.6, z: 0, turn: 4 } },
    { wine: 'malbec-2022', place: { x: 0, y: -2.4, z: 0, turn: 0 } },
  ],
}

export const stoneRender: Render = {
  file: file('stone'),
  camera: { distance: 165, height: 15.5, target: 14.6, span: 39.5 },
  bottles: [{ wine: 'malbec-2022', place: { x: 7.5, y: 0, z: 0.06, turn: -3 } }],
}
