/**
 * Makes a font draw the typewriter apostrophe (U+0027) with the glyph of the typographic one
 * (U+2019), so that sentences which have to stay letter-exact look right. The character map is written
 * anew as one table of format 4; the source must not contain a glyph for U+0027.
 */
export function withTypographicApostrophe(sfnt: Buffer): Buffer {
  const tables = tablesOf(sfnt)
  const mapping = mappingOf(tables.get('cmap')!)
  const glyph = mapping.get(0x2019)
  if (glyph === undefined) throw new Error('The font has no typographic apostrophe')
  mapping.set(0x27, glyph)
  tables.set('cmap', characterMap(mapping))
  return sfntOf(sfnt.readUInt32BE(0), tables)
}

function tablesOf(sfnt: Buffer): Map<string, Buffer> {
  const count = sfnt.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = 12 + 16 * index
      const offset = sfnt.readUInt32BE(entry + 8)
      const table = sfnt.subarray(offset, offset + sfnt.readUInt32BE(entry + 12))
      return [sfnt.toString('latin1', entry, entry + 4), table]
    }),
  )
}

/** Code point to glyph, from the table's subtable of format 4. */
function mappingOf(cmap: Buffer): Map<number, number> {
  const at = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.readUInt32BE(4 + 8 * index + 4),
  ).find((offset) => cmap.readUInt16BE(offset) === 4)
  if (at === undefined) throw new Error('The font has no character map of format 4')
  const table = cmap.subarray(at)
  const segments = table.readUInt16BE(6) / 2
  const [ends, starts] = [14, 16 + 2 * segments]
  const [deltas, ranges] = [starts + 2 * segments, starts + 4 * segments]
  const mapping = new Map<number, number>()
  for (let index = 0; index < segments; index++) {
    const delta = table.readUInt16BE(deltas + 2 * index)
    const range = table.readUInt16BE(ranges + 2 * index)
    const [first, last] = [starts, ends].map((part) => table.readUInt16BE(part + 2 * index))
    for (let code = first!; code <= last! && code < 0xffff; code++) {
      const indirect = ranges + 2 * index + range + 2 * (code - first!)
      const glyph = range === 0 ? code : table.readUInt16BE(indirect)
      if (glyph !== 0 || range === 0) mapping.set(code, (glyph + delta) % 0x10000)
    }
  }
  return mapping
}

function characterMap(mapping: ReadonlyMap<number, number>): Buffer {
  const segments: { first: number; last: number; delta: number }[] = []
  for (const [code, glyph] of [...mapping].toSorted(([a], [b]) => a - b)) {
    const delta = (glyph - code + 0x10000) % 0x10000
    const last = segments.at(-1)
    if (last && last.last === code - 1 && last.delta === delta) last.last = code
    else segments.push({ first: code, last: code, delta })
  }
  segments.push({ first: 0xffff, last: 0xffff, delta: 1 })
  const count = segments.length
  const power = 2 ** Math.floor(Math.log2(count))
  const words = [
    ...[0, 1, 3, 1, 0, 12],
    ...[4, 16 + 8 * count, 0, 2 * count, 2 * power, Math.log2(power), 2 * (count - power)],
    ...segments.map(({ last }) => last),
    0,
    ...segments.map(({ first }) => first),
    ...segments.map(({ delta }) => delta),
    ...segments.map(() => 0),
  ]
  const table = Buffer.alloc(2 * words.length)
  for (const [index, word] of words.entries()) table.writeUInt16BE(word, 2 * index)
  return table
}

function sfntOf(version: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const count = tables.size
  const power = 2 ** Math.floor(Math.log2(count))
  const head = Buffer.alloc(12 + 16 * count)
  head.writeUInt32BE(version, 0)
  for (const [index, word] of [count, 16 * power, Math.log2(power), 16 * (count - power)].entries())
    head.writeUInt16BE(word, 4 + 2 * index)
  const bodies: Buffer[] = []
  let offset = head.length
  for (const [index, [tag, table]] of [...tables]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .entries()) {
    const body = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    const entry = 12 + 16 * index
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(checksum(body), entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(table.length, entry + 12)
    bodies.push(body)
    offset += body.length
  }
  return Buffer.concat([head, ...bodies])
}

function checksum(body: Buffer): number {
  let sum = 0
  for (let at = 0; at < body.length; at += 4) sum = (sum + body.readUInt32BE(at)) >>> 0
  return sum
}
