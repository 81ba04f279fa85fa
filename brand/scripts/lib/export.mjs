// Writes a picture as AVIF and WebP at several widths: node export.mjs in.png out/name kind widths…
import { writeWidths } from './widths.mjs'

const [, , source, target, kind, ...widths] = process.argv
await writeWidths(source, target, kind, widths.map(Number))
