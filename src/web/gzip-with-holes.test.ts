import { gunzipSync, gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { gzipWithHoles } from './gzip-with-holes.ts'

const joined = (pieces: readonly string[], words: readonly string[]) =>
  pieces.map((piece, index) => (words[index - 1] ?? '') + piece).join('')

const row = '<li class="row"><a href="/ourwines">Paraje Altamira</a></li>'
const long = row.repeat(2_000)

test.each<[string, string[], string[]]>([
  ['no hole', [long], []],
  ['nothing at all', [''], []],
  ['a hole in the middle', ['<p>Hello, ', '</p>'], ['Ana']],
  ['holes at both ends', ['', long, ''], ['first', 'last']],
  ['holes side by side', ['<i>', '', '', '</i>'], ['Ana', ' ', 'Ruiz']],
  ['an empty word', ['<p>', '</p>'], ['']],
  ['words of other letters', ['<p>Ñandú ', ' 🍇</p>'], ['Benítez 🍷 \u2028']],
  ['more than a block can store', ['<p>', '</p>'], ['x'.repeat(200_000)]],
])('unpacks with %s', (_, pieces, words) => {
  expect(gunzipSync(gzipWithHoles(pieces)(words)).toString()).toBe(joined(pieces, words))
})

test('is packed once for many', () => {
  const fill = gzipWithHoles([long, long])
  for (const word of ['Ana', 'Eva', 'Maximiliana']) {
    expect(gunzipSync(fill([word])).toString()).toBe(long + word + long)
  }
})

test('is little longer than the same compressed whole', () => {
  const words = ['f1'.repeat(16), 'Ana']
  const pieces = [long, `<script nonce="`, long]
  const ours = gzipWithHoles(pieces)(words).length
  expect(ours).toBeLessThan(gzipSync(joined(pieces, words)).length * 2 + 200)
  expect(ours).toBeLessThan(joined(pieces, words).length / 20)
})

test('carries the checksum and the length that a reader compares', () => {
  const file = gzipWithHoles(['<p>', '</p>'])(['Ana'])
  const [sum, length] = [file.readUInt32LE(file.length - 8), file.readUInt32LE(file.length - 4)]
  const other = gzipSync('<p>Ana</p>')
  expect(sum).toBe(other.readUInt32LE(other.length - 8))
  expect(length).toBe('<p>Ana</p>'.length)
  file[file.length - 8]! ^= 1
  expect(() => gunzipSync(file)).toThrow('incorrect data check')
})
