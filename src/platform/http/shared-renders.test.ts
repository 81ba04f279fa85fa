import type { EntryContext } from 'react-router'
import { describe, expect, test } from 'vitest'

import { pageTemplate } from './page-template.ts'
import { createPlaceholders } from './placeholders.ts'
import { saveSharedRender, sharedKey, sharedRender } from './shared-renders.ts'

type Data = Record<string, unknown>

const page = (loaderData: Data, handle: unknown = { shared: true }, rest: Data = {}) =>
  ({
    staticHandlerContext: {
      matches: [{ route: {} }, { route: { handle } }],
      loaderData: { root: { gate: 'open' }, ...loaderData },
      actionData: null,
      errors: null,
      ...rest,
    },
  }) as unknown as EntryContext

const url = 'https://kohue.example/mono'

const facts = { nonce: 'f1f1', requestId: 'e1e1' }
const mark = 'a mark'
const keyOf = (entry: EntryContext, address = url) => sharedKey(address, entry, { mark })

describe('the key of a page', () => {
  test('is the same for two people whose data differ by their placeholders alone', () => {
    const keys = ['Ana', 'Eva'].map((name) => {
      const placeholders = createPlaceholders(true, facts)
      const root = { requestId: placeholders.requestId }
      return sharedKey(url, page({ root, mono: { name: placeholders.of(name) } }), placeholders)
    })
    expect(keys[0]).not.toBeNull()
    expect(keys[0]).toBe(keys[1])
  })

  test('tells a text from the placeholder that it looks like', () => {
    const key = keyOf(page({ mono: { name: `${mark}-0-` } }))
    expect(keyOf(page({ mono: { name: 'another mark-0-' } }))).not.toBe(key)
  })

  test.each<[string, string, Data]>([
    ['another address', `${url}?cart=open`, { mono: { stock: 1 } }],
    ['other data', url, { mono: { stock: 0 } }],
    ['more data', url, { mono: { stock: 1 }, order: {} }],
    ['another state of the age gate', url, { mono: { stock: 1 }, root: { gate: 'ask' } }],
    ['a set of other things', url, { mono: { stock: new Set([1]) } }],
  ])('is another with %s', (_, address, data) => {
    expect(keyOf(page(data), address)).not.toBe(keyOf(page({ mono: { stock: 1 } })))
  })

  test('depends on what the route says of its data', () => {
    const shared = { shared: ({ isOpen }: { isOpen: boolean }) => !isOpen }
    const keyWhen = (isOpen: boolean) => {
      const entry = page({ edit: { isOpen } }, shared)
      entry.staticHandlerContext.matches[1]!.route.id = 'edit'
      return keyOf(entry)
    }
    expect(keyWhen(false)).not.toBeNull()
    expect(keyWhen(true)).toBeNull()
  })

  test.each<[string, EntryContext]>([
    ['no route of it is shared', page({}, { interactive: true })],
    ['it answers a form', page({}, undefined, { actionData: { mono: 1 } })],
    ['a loader failed', page({}, undefined, { errors: { mono: new Error() } })],
    ['it shows a flash message', page({ root: { flash: { sentence: 'Saved' } } })],
  ])('is null when %s', (_, entry) => {
    expect(keyOf(entry)).toBeNull()
  })
})

describe('a saved template', () => {
  const template = pageTemplate('<p></p>', createPlaceholders(true, facts))

  test('is found again', () => {
    saveSharedRender('page', template)
    expect(sharedRender('page')).toBe(template)
    expect(sharedRender('another page')).toBeNull()
  })

  test('is dropped when two hundred others were used since', () => {
    for (let count = 0; count < 200; count++) saveSharedRender(`page ${count}`, template)
    expect(sharedRender('page 0')).toBe(template)
    saveSharedRender('one more', template)
    expect(sharedRender('page 0')).toBe(template)
    expect(sharedRender('page 1')).toBeNull()
  })
})
