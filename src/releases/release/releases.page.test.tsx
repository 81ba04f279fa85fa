import { test } from 'vitest'

import { expectParts, listView } from '#tests/harness/what-parts-say.tsx'

import { releaseList } from './release-list.store.server.ts'
import Releases from './releases.page.tsx'

type Props = Parameters<typeof Releases>[0]

const release = (id: string, change: object) => ({
  ...{ id, name: `Release ${id}`, season: 'spring', year: 2027, kind: 'open', phase: 'draft' },
  ...{ opensAt: new Date('2027-03-10T18:00:00Z'), closesAt: new Date('2027-03-26T17:00:00Z') },
  ...{ wines: 'Malbec; Blend', sold: 1_053, promised: 163, free: 24, ...change },
})

function page(rows: readonly object[]) {
  const loaderData = { list: listView('releases', releaseList.shape, rows), isStale: false }
  return <Releases {...({ loaderData } as unknown as Props)} />
}

test('the list of releases', () => {
  expectParts(
    'releases-page',
    {
      none: page([]),
      'one in each phase': page([
        release('a', {}),
        release('b', { phase: 'before', season: 'fall', year: 2026 }),
        release('c', { phase: 'open', sold: 0, promised: 0, free: 0, wines: '' }),
        release('d', { phase: 'paused' }),
        release('e', { phase: 'closed' }),
      ]),
    },
    { asChanges: true },
  )
})
