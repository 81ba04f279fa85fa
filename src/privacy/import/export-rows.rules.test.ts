import { describe, expect, test } from 'vitest'

import { exportRows, UnreadableExport } from './export-rows.rules.ts'

async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string, size = 7) {
  const rows = []
  for await (const row of exportRows(inPieces(text, size))) rows.push(row)
  return rows
}

const odd = { name: 'a "quoted" \\ { [ , ] } é', list: [1, { two: [] }], none: null }

describe('an export', () => {
  test.each([1, 2, 3, 5, 64, 100_000])('reads the same in pieces of %i', async (size) => {
    const text = JSON.stringify({
      other: { users: [{ not: 'this' }], deep: [[['}']]] },
      clientsjoinedlist: [odd, { email: 'b@example.com' }, 'no document', 12],
      users: { 'key "one"': odd, two: {} },
    })
    const rows = await read(text, size)
    expect(rows.map(({ collection, key, place }) => [collection, key, place])).toEqual([
      ['clientsjoinedlist', null, 0],
      ['clientsjoinedlist', null, 1],
      ['clientsjoinedlist', null, 2],
      ['clientsjoinedlist', null, 3],
      ['users', 'key "one"', 0],
      ['users', 'two', 1],
    ])
    expect(rows.map((row) => JSON.parse(row.text!))).toEqual([
      odd,
      { email: 'b@example.com' },
      'no document',
      12,
      odd,
      {},
    ])
  })

  test('may be indented, begin with a byte order mark, be empty, or be wrapped', async () => {
    const wrapped = { __collections__: { users: { a: { email: 'a@example.com' } } } }
    expect(await read(`\uFEFF\n${JSON.stringify(wrapped, null, 4)}\n`)).toHaveLength(1)
    expect(await read('{}')).toEqual([])
    const others = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, []]))
    expect(await read(JSON.stringify({ ...others, users: [{}] }))).toHaveLength(1)
    expect(await read('{"users": [], "clientsjoinedlist": {}}')).toEqual([])
  })

  test('a document that is too long is skipped, and the next is read', async () => {
    const text = JSON.stringify({ users: [{ note: 'n'.repeat(1_100_000) }, { a: 1 }] })
    const rows = await read(text, 65_536)
    expect(rows.map((row) => row.text)).toEqual([null, '{"a":1}'])
  })

  test.each([
    ['', 'does not begin with an object'],
    ['[]', 'does not begin with an object'],
    ['email,name\na@example.com,Ana', 'does not begin with an object'],
    ['{"users": 12}', '"users" is neither a list nor an object'],
    ['{"users": [{"a": 1}', 'it ends too early, at character 20'],
    ['{"users": [{"a": 1', 'it ends too early'],
    ['{"users": [{"a": 1} {"b": 2}]}', 'there is { where , should be'],
    ['{"users": [,]}', 'there is , where a value should be'],
    [
      '{"Users": [{"a": 1}], "list": []}',
      'neither "clientsjoinedlist" nor "users". Its collections are "Users", "list".',
    ],
    ['{"__collections__": {"members": {}}}', 'nor "users". Its collections are "members".'],
    ['{users: []}', 'a name in quotes is missing'],
    ['{"users": []} {}', 'something stands after its end'],
  ])('%j is not one', async (text, sentence) => {
    const refusal = await read(text).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UnreadableExport)
    expect((refusal as Error).message).toContain(sentence)
  })
})

test('a list that is called like the collections is passed over', async () => {
  const text = JSON.stringify({ __collections__: [{ users: [odd] }], users: [odd] })
  expect((await read(text)).map(({ collection, place }) => [collection, place])).toEqual([
    ['users', 0],
  ])
})
