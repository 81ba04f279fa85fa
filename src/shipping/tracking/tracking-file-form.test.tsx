import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { TrackingFileForm } from './tracking-file-form.tsx'

type Imported = NonNullable<Parameters<typeof TrackingFileForm>[0]['imported']>

const bad = (line: number, change: Partial<Imported['refused'][number]> = {}) => ({
  ...{ line, field: 'carrier', value: 'pigeon', why: 'unknown-carrier' as const, ...change },
})
const form = (change: Partial<Imported>, error?: string) => (
  <TrackingFileForm
    imported={{
      ...{ isDone: false, good: 0, undated: 0, refused: [bad(2)], doubt: null, kept: null },
      ...change,
    }}
    error={error}
  />
)
const kept = { name: 'ups.csv', file: 'YQ==' }
const lines = (count: number) => Array.from({ length: count }, (_, index) => bad(index + 2))

test('what a file of tracking numbers may have, and what of it cannot be taken', () => {
  expectParts(
    'tracking-file-form',
    {
      'before any': <TrackingFileForm imported={null} error={undefined} />,
      'without a file': <TrackingFileForm imported={null} error="Choose a file." />,
      'no row is good': form({ kept }),
      'one row is good, one is bad twice, its file is kept': form({
        ...{ good: 1, kept, doubt: 'One number has an O, not a 0.' },
        refused: [bad(2), bad(2, { field: 'date', value: '', why: 'no-date' })],
      }),
      'three rows are good, its file is kept': form({ good: 3, kept }),
      'three rows are good, its file is too large to be kept': form({ good: 3 }),
      'the good ones are imported': form({ isDone: true, good: 1, kept }),
      'a thousand rows are good, its file is kept': form({ good: 1_000, kept }),
      'one more is bad': form({ refused: lines(201) }),
    },
    { asChanges: true },
  )
})
