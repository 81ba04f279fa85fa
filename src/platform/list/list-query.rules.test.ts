import { describe, expect, test } from 'vitest'

import type { ListShape } from './list-query.rules.ts'
import {
  hasUnknownFilter,
  isFiltered,
  listParams,
  pagesOf,
  readListQuery,
} from './list-query.rules.ts'

const usersList = {
  sorts: ['firstname', 'lastname', 'email', 'stripe'],
  startSort: 'lastname',
  filters: {
    membership: ['member', '6', '12', 'none'],
    bought: ['yes', 'no'],
    subject: 'text',
  },
} as const satisfies ListShape

const read = (address: string) => readListQuery(usersList, new URLSearchParams(address))
const written = (address: string) => listParams(usersList, read(address))
const bare = { q: undefined, sort: undefined, size: undefined, page: undefined, before: undefined }

describe('a view of a list', () => {
  test('is written to a URL and read back unchanged', () => {
    const address = 'q=ana+ruiz&membership=6&bought=yes&sort=-stripe&size=100&page=3'
    expect(read(address)).toEqual({
      search: 'ana ruiz',
      sort: 'stripe',
      descending: true,
      page: 3,
      size: 100,
      filters: { membership: '6', bought: 'yes' },
      before: null,
    })
    expect(written(address)).toEqual({
      q: 'ana ruiz',
      membership: '6',
      bought: 'yes',
      sort: '-stripe',
      size: '100',
      page: '3',
      before: undefined,
    })
  })

  test('leaves defaults out of the URL', () => {
    expect(written('')).toEqual(bare)
    expect(written('q=&membership=&sort=lastname&size=50&page=1')).toEqual(bare)
    expect(written('sort=-lastname')).toEqual({ ...bare, sort: '-lastname' })
  })

  test.each([
    'sort=password',
    'sort=-',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=1e1',
    'page=1e9',
    'page=NaN',
    'size=49',
    'size=1000000',
    'membership=8',
    'bought=maybe',
    'nonsense=1',
  ])('is as if %s were not there', (address) => {
    expect(written(address)).toEqual(bare)
  })

  test('has one space between the words of a search, of at most 80 characters', () => {
    expect(read('q=++ana%0A%09ruiz+').search).toBe('ana ruiz')
    expect(read(`q=${'x'.repeat(500)}`).search).toHaveLength(80)
  })

  test('knows whether it is filtered', () => {
    expect(isFiltered(read('sort=-email&page=2'))).toBe(false)
    expect(isFiltered(read('q=a'))).toBe(true)
    expect(isFiltered(read('bought=no'))).toBe(true)
  })
})

test.each([
  ['membership=8', true],
  ['bought=maybe&membership=6', true],
  ['membership=6&bought=', false],
  ['q=x&nonsense=1', false],
])('a file of the view %s is refused: %s', (address, isRefused) => {
  expect(hasUnknownFilter(usersList, new URLSearchParams(address))).toBe(isRefused)
})

test('a list has whole pages, and at least one', () => {
  expect([0, 1, 50, 51, 100].map((total) => pagesOf(total, 50))).toEqual([1, 1, 1, 2, 2])
})
