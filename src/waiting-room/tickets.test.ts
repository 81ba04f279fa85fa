import { expect, test } from 'vitest'

import type { Pass } from './tickets.server.ts'
import { passes } from './tickets.server.ts'

const mine: Pass = {
  kind: 'ticket',
  line: 3,
  ticket: 212,
  browser: 'ZZ_browser-hash_0123456',
  at: 1_795_640_000_000,
  end: 0,
  seen: 1_795_640_000_000,
  kept: 2,
  keptUntil: 1_795_740_000_000,
  wish: 'may',
}
const { read, write } = passes('a secret of the tests, long enough for it')

test('a pass is read as it was written', () => {
  expect(read(write(mine))).toEqual(mine)
  expect(read(write({ ...mine, kind: 'admission' }))).toEqual({ ...mine, kind: 'admission' })
  expect(read(write({ ...mine, wish: 'asked' }))).toEqual({ ...mine, wish: 'asked' })
})

test('a pass of another secret, with another number or of another length is none', () => {
  const text = write(mine)
  expect(passes('another secret of the tests, long enough').read(text)).toBeNull()
  expect(read(text.replace('.5w.', '.5v.'))).toBeNull()
  expect(read(text.replace(/^t/, 'a'))).toBeNull()
  expect(read(text.slice(0, -1))).toBeNull()
  expect(read('')).toBeNull()
  expect(read('.')).toBeNull()
  expect(read('x'.repeat(5_000))).toBeNull()
})
