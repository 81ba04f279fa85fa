import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { paths } from '../http/paths.rules.ts'
import type { ListQuery, ListShape } from './list-query.rules.ts'
import { ListView } from './list-view.tsx'
import { SpanNote } from './span-note.tsx'

const shape = {
  sorts: ['number', 'name'],
  startSort: 'number',
  filters: { state: ['open', 'closed'], person: 'text' },
} as unknown as ListShape

const unasked = {
  ...{ search: '', filters: {}, sort: 'number', descending: false, page: 1, before: null },
  size: 25,
} as unknown as ListQuery

const rows = [
  { id: 'a', name: 'Ana Ruiz' },
  { id: 'b', name: 'Bea Solís' },
]

function list(asked: object, page: object = {}, change: object = {}) {
  const found = { rows, total: 2, isMore: false, number: 1, older: null, ...page }
  return (
    <ListView
      label="Claims"
      shape={shape}
      query={{ ...unasked, ...asked }}
      page={found}
      columns={[
        { label: 'Number', sort: 'number', cell: ({ id }: { id: string }) => id },
        { label: 'Name', sort: 'name', cell: ({ name }: { name: string }) => name },
        { label: 'State', cell: () => 'open' },
        { label: 'Open', part: 'action', cell: () => <a href="/claim">Open</a> },
      ]}
      rowKey={({ id }: { id: string }) => id}
      pathOf={paths.usersList}
      filters={[
        {
          name: 'state',
          label: 'State',
          options: [
            { value: '', label: 'All' },
            { value: 'open', label: 'Open' },
          ],
        },
      ]}
      searchLabel="A number or a name"
      empty={{ list: 'No claim yet.', search: 'No claim matches.' }}
      {...change}
    />
  )
}

test('a list in each of its views', () => {
  expectParts('list-view', {
    'no row yet': list({}, { rows: [], total: 0 }),
    'no row that matches': list({ search: 'cía' }, { rows: [], total: 0 }),
    'none of a kind': list({ filters: { state: 'open' } }, { rows: [], total: 0 }),
    'a page beyond the last': list({ page: 9 }, { rows: [], total: 2 }),
    'nothing older': list({ before: 4 }, { rows: [], total: 0 }),
    'the only page': list({}),
    'as it was before the connection broke': list(
      {},
      {},
      { isStale: true, note: <p>Of today.</p> },
    ),
    'sorted by the other column, downward': list({ sort: 'name', descending: true }),
    'of a kind that is not offered any more': list({ filters: { state: 'void' } }),
    'of one person, which no field shows': list({ filters: { person: '7', state: 'open' } }),
    'the first of three pages': list({ search: 'ana' }, { total: 51 }),
    'the second of three': list({ page: 2, search: 'ana' }, { total: 51, number: 2 }),
    'the last, as far as was counted': list({ page: 3 }, { total: 75, number: 3, isMore: true }),
    'as many as a page takes': list({}, { total: 25 }),
    'the newest of more': list({}, { total: 26, older: 12 }),
    'older ones, with older still': list({ before: 12 }, { total: 60, older: 13 }),
    'the oldest': list({ before: 13 }, { total: 60 }),
    'in a form of their own': list({}, {}, { rows: () => <p>Cards</p> }),
  })
})

test('which day or month a list is of', () => {
  const note = (span: string | undefined) => <SpanNote span={span} words={(when) => `On ${when}`} />
  expectParts('span-note', {
    none: note(undefined),
    'not readable': note('yesterday'),
    'a day': note('2027-03-10T08:00:00Z--2027-03-11T08:00:00Z'),
    'a day of 23 hours': note('2027-03-14T08:00:00Z--2027-03-15T07:00:00Z'),
    'a day of 25 hours': note('2027-11-07T07:00:00Z--2027-11-08T08:00:00Z'),
    'a month': note('2027-02-01T08:00:00Z--2027-03-01T08:00:00Z'),
  })
})
