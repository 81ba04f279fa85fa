/**
 * Makes the emblem's file smaller: `node brand/lighter-emblem.ts`, after brand/scripts/make.py. Its paths
 * become relative, rounded to a twentieth of a unit; it is shown at four pixels per unit at most.
 */
import { readFile, writeFile } from 'node:fs/promises'

const steps = 20

const file = new URL('../public/pictures/kohue-emblem.svg', import.meta.url)
const before = await readFile(file, 'utf8')
const after = before.replace(/ d="([^"]*)"/g, (_whole, path: string) => {
  const outlines = path.match(/M[^M]*/g) ?? []
  return ` d="${outlines.map(relative).join('')}"`
})
await writeFile(file, after)
process.stdout.write(`kohue-emblem.svg ${(after.length / 1024).toFixed(1)} kB\n`)

/** An outline of absolute points; what has arcs, or is relative already, stays as it is. */
function relative(outline: string): string {
  if (!/^M[-\d.,\s]+Z$/.test(outline)) return outline
  const [x = 0, y = 0, ...points] = (outline.match(/-?\d*\.?\d+/g) ?? []).map((number) =>
    Math.round(Number(number) * steps),
  )
  const at = { x, y }
  const way: number[] = []
  for (let index = 0; index < points.length; index += 2) {
    const [nextX, nextY] = [points[index]!, points[index + 1]!]
    if (nextX !== at.x || nextY !== at.y) way.push(nextX - at.x, nextY - at.y)
    Object.assign(at, { x: nextX, y: nextY })
  }
  return `M${joined([x, y])}l${joined(way)}z`
}

/** Numbers as SVG writes them shortest: a minus parts them as a space does. */
function joined(numbers: readonly number[]): string {
  return numbers
    .map((number) => String(number / steps).replace(/^(-?)0\./, '$1.'))
    .join(' ')
    .replaceAll(' -', '-')
}
