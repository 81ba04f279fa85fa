/**
 * Cuts the engraved mountains under each page to what a phone shows of them, for slow connections:
 * `node brand/narrow-skyline.ts`, after brand/scripts/skyline.py. The summit stands a third in.
 */
import { readFile, writeFile } from 'node:fs/promises'

/** In the drawing's own units; phones show it 960 pixels wide, and so at most 448 of 1600 × 0.6. */
const from = 416
const width = 750

const folder = new URL('../public/pictures/', import.meta.url)
const whole = await readFile(new URL('cordillera-divider.svg', folder), 'utf8')

/** A path is strokes in a row, each from an absolute point (`M`) on in relative steps. */
const cut = whole
  .replace(/viewBox="0 (\d+) \d+ (\d+)"/, `viewBox="${from} $1 ${width} $2"`)
  .replace(/ d="([^"]*)"/g, (_whole, path: string) => {
    const strokes = path.match(/M[^M]*/g) ?? []
    return ` d="${strokes.filter(isInside).join('')}"`
  })

await writeFile(new URL('cordillera-divider-narrow.svg', folder), cut)
process.stdout.write(`cordillera-divider-narrow.svg ${(cut.length / 1024).toFixed(1)} kB\n`)

function isInside(stroke: string): boolean {
  const numbers = (stroke.match(/-?\d*\.?\d+/g) ?? []).map(Number)
  let at = numbers[0] ?? 0
  let [least, most] = [at, at]
  for (let index = 2; index < numbers.length; index += 2) {
    at += numbers[index]!
    least = Math.min(least, at)
    most = Math.max(most, at)
  }
  return least < from + width && most > from
}
