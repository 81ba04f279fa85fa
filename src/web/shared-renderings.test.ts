import type { EntryContext } from 'react-router'
import { describe, expect, test } from 'vitest'

import { pageTemplate } from './page-template.ts'
import { keepRendering, sharedKey, sharedRendering } from './shared-renderings.ts'

type Data = Record<string, unknown>

const page = (loaderData: Data, handle: unknown = { shared: true }, rest: Data = {}) =>
  ({
    staticHandlerContext: {
      matches: [{ route: {} }, { route: { handle } }],
      loaderData: { root: { requestId: 'a', gate: 'open' }, ...loaderData },
      actionData: null,
      errors: null,
      ...rest,
    },
  }) as unknown as EntryContext

const url = 'https://kohue.example/mono'

describe('what a page is made of', () => {
  test('is the same whoever asks, and however often', () => {
    const other = page({ mono: { stock: 1 }, root: { requestId: 'b', gate: 'open' } })
    expect(sharedKey(url, page({ mono: { stock: 1 } }))).toBe(sharedKey(url, other))
  })

  test.each<[string, string, Data]>([
    ['another address', `${url}?cart=open`, { mono: { stock: 1 } }],
    ['other data', url, { mono: { stock: 0 } }],
    ['more data', url, { mono: { stock: 1 }, room: {} }],
    ['another gate', url, { mono: { stock: 1 }, root: { requestId: 'a', gate: 'shut' } }],
    ['a set of other things', url, { mono: { stock: new Set([1]) } }],
  ])('is another page with %s', (_, address, data) => {
    expect(sharedKey(address, page(data))).not.toBe(sharedKey(url, page({ mono: { stock: 1 } })))
  })

  test('is shared when its route says so of what it was told', () => {
    const shared = { shared: ({ isOpen }: { isOpen: boolean }) => !isOpen }
    const told = (isOpen: boolean) => {
      const entry = page({ edit: { isOpen } }, shared)
      entry.staticHandlerContext.matches[1]!.route.id = 'edit'
      return sharedKey(url, entry)
    }
    expect(told(false)).not.toBeNull()
    expect(told(true)).toBeNull()
  })

  test.each<[string, EntryContext]>([
    ['no route of it says so', page({}, { interactive: true })],
    ['it answers a form', page({}, undefined, { actionData: { mono: 1 } })],
    ['something went wrong', page({}, undefined, { errors: { mono: new Error() } })],
  ])('is nobody else’s when %s', (_, entry) => {
    expect(sharedKey(url, entry)).toBeNull()
  })
})

describe('a rendering that is kept', () => {
  const kept = pageTemplate('<p></p>', { nonce: 'a nonce', id: 'an id' })

  test('is found again', () => {
    keepRendering('page', kept)
    expect(sharedRendering('page')).toBe(kept)
    expect(sharedRendering('another page')).toBeNull()
  })

  test('leaves when two hundred others were asked for since', () => {
    for (let count = 0; count < 200; count++) keepRendering(`page ${count}`, kept)
    expect(sharedRendering('page 0')).toBe(kept)
    keepRendering('one more', kept)
    expect(sharedRendering('page 0')).toBe(kept)
    expect(sharedRendering('page 1')).toBeNull()
  })
})
