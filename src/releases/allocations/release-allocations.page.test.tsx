import { test } from 'vitest'

import { staffRelease } from '#tests/harness/staff-release.ts'
import { expectParts, listView } from '#tests/harness/what-parts-say.tsx'

import { allocationList } from './allocation-list.store.server.ts'
import Allocations from './release-allocations.page.tsx'

type Props = Parameters<typeof Allocations>[0]

const row = (id: string, change: object = {}) => ({
  ...{ id, version: 2, email: `${id}@example.com`, name: '', productId: 'malbec' },
  ...{ wine: '2023 Malbec', waveId: 'w2', wave: 'Earlier buyers', units: 6, held: 0, bought: 0 },
  ...{ origin: 'rule', note: '', changedAt: new Date('2027-03-01T18:00:00Z'), changedBy: '' },
  ...change,
})
const rows = [
  row('ana', { name: 'Ana Ruiz', note: 'Asked by phone', changedBy: 'bea@kohue.example' }),
  row('bo', { origin: 'manual', waveId: null, wave: '', units: 9, held: 1, bought: 2 }),
  row('c', { email: '', origin: 'grant', waveId: null, wave: '', units: 4, bought: 4 }),
]
const sum = (id: string, title: string, units: number, left: number, free: number | null) => ({
  ...{ id, title, units, left, free },
})
const unallocated = [sum('malbec', '2023 Malbec', 0, 0, 40)]

function page(change: object = {}, shown: readonly object[] = [], sent: object | null = null) {
  const loaderData = {
    ...{ release: staffRelease(), earlier: [], sums: unallocated, isStale: false, ...change },
    list: listView('allocations', allocationList.shape, shown),
  }
  const actionData = sent && { intent: '', errors: {}, refusal: null, shown: null, ...sent }
  return <Allocations {...({ loaderData, actionData } as unknown as Props)} />
}

const refusedRow = (id: string) => ({
  ...{ id, version: 3, units: '99', wave: 'w1', note: 'As typed', error: `No room for ${id}.` },
})
const badRows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ row: index + 2, field: index === 1 ? 'row' : 'units' },
    problem: index === 1 ? 'twice' : 'not-units',
  }))
const imported = (refusal: string | null, refused: readonly object[] | null = null) => ({
  ...{ values: { intent: 'import' }, refusal, shown: refused && { refused } },
})

test('who may buy what of a release', () => {
  expectParts(
    'release-allocations',
    {
      'a draft without anyone': page(),
      'a draft that can take over two earlier ones': page(
        { earlier: [{ id: 'r1', name: 'Fall 2026' }, { id: 'r2', name: 'Spring 2026' }] }, // prettier-ignore
        [rows[0]!],
      ),
      'of one wine too much, of one as much as there is, one not counted': page(
        {
          release: staffRelease({ phase: 'open', state: 'scheduled' }),
          sums: [
            sum('malbec', '2023 Malbec', 60, 43, 40),
            sum('cabernet', '2023 Cabernet Sauvignon', 30, 19, 19),
            sum('blend', '2023 Blend', 5, 2, null),
          ],
        },
        rows,
      ),
      'one row open': { at: '/?edit=ana', part: page({}, rows) },
      'all rows open': { at: '/?edit=all', part: page({}, rows) },
      'a row open before the release is': {
        at: '/?edit=bo',
        part: page({ release: staffRelease({ phase: 'before', state: 'scheduled' }) }, rows),
      },
      'all rows open once the release is': {
        at: '/?edit=all',
        part: page({ release: staffRelease({ phase: 'paused', state: 'paused' }) }, rows),
      },
      'one row refused': {
        at: '/?edit=all',
        part: page({}, rows, { values: { intent: 'save' }, shown: { rows: [refusedRow('bo')] } }),
      },
      'ended: nothing is changed any more': {
        at: '/?edit=all',
        part: page({ release: staffRelease({ phase: 'closed', state: 'ended' }) }, rows),
      },
      'ended without anyone': page({ release: staffRelease({ phase: 'closed', state: 'ended' }) }),
      'open to everyone': page({
        release: staffRelease({ fields: { kind: 'open', promise: null } }),
      }),
      'without wines': page({ release: staffRelease({ wines: [] }), sums: [] }),
      'a person refused': page({}, [rows[0]!], {
        values: { intent: 'add', email: 'zoe@', units: '7', wine: 'cabernet', wave: 'w2' },
        errors: { email: 'No account has confirmed this email.' },
      }),
      'a file that is none': page({}, [], imported('There are no rows in this file.')),
      'a file with two bad rows': page({}, [], imported('2 rows were refused.', badRows(2))),
      'a file with 101 bad rows': page({}, [], imported('101 rows were refused.', badRows(101))),
    },
    { asChanges: true },
  )
})
