import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import You from './you.page.tsx'

type Props = Parameters<typeof You>[0]

const at = (day: number) => new Date(Date.UTC(2027, 2, day, 18))
const session = (id: string, isThisOne: boolean, day: number) => ({
  ...{ id, device: `Device ${id}`, isThisOne, signedInAt: at(day), lastUsedAt: at(day + 1) },
})

const page = (entries: readonly object[]) => (
  <You
    {...({
      loaderData: {
        ...{
          email: 'ana@kohue.example',
          sessions: [session('a', true, 1), session('b', false, 3)],
        },
        ...{ entries, most: 50 },
      },
    } as unknown as Props)}
  />
)

test('what staff can know of themselves', () => {
  expectParts('you-page', {
    'nothing in the log': page([]),
    'an entry': page([{ at: at(6), name: 'Added a note' }]),
  })
})
