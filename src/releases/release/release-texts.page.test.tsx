import { test } from 'vitest'

import { staffRelease } from '#tests/harness/staff-release.ts'
import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Texts from './release-texts.page.tsx'
import { textsIn } from './typed-release.rules.ts'

type Props = Parameters<typeof Texts>[0]

function page(release = staffRelease(), sent: object | null = null) {
  const loaderData = { release, log: [], timeZone: 'America/Los_Angeles' }
  const actionData = sent ? { errors: {}, refusal: null, values: {}, ...sent } : undefined
  return <Texts {...({ loaderData, actionData } as unknown as Props)} />
}
const conflict = (field: string, was: string, theirs: string, yours: string) => ({
  ...{ field, was, theirs, yours, isContested: field === 'name' },
})
const fields = { shipsUntil: '2027-05-28' } as const
const typed = { ...textsIn(staffRelease().fields), name: 'Summer', year: '27' }

test('what a release is called, and what customers read of it', () => {
  expectParts(
    'release-texts',
    {
      'a draft': page(),
      scheduled: page(staffRelease({ phase: 'before', fields: { kind: 'open', promise: null } })),
      open: page(staffRelease({ phase: 'open' })),
      paused: page(staffRelease({ phase: 'paused', fields: { promise: 'cap' } })),
      ended: page(staffRelease({ phase: 'closed', fields })),
      'ended, without days of shipping': page(
        staffRelease({ phase: 'closed', fields: { shipsFrom: null } }),
      ),
      'a field is wrong': page(staffRelease(), {
        shown: { problem: 'invalid', values: typed, errors: { year: 'A year, please' }, now: null },
      }),
      'refused with a sentence of its own': page(staffRelease(), {
        refusal: 'This can no longer be changed.',
        shown: { problem: 'fixed', values: typed, errors: {}, now: null },
      }),
      'saved elsewhere': page(staffRelease(), {
        shown: {
          ...{ problem: 'saved-elsewhere', values: typed, errors: {} },
          now: {
            ...{ version: 6, fields: { ...textsIn(staffRelease().fields), name: 'May' } },
            conflicts: [
              conflict('name', 'Spring', 'May', 'Summer'),
              conflict('season', 'spring', 'spring', 'fall'),
              conflict('kind', 'allocated', 'open', 'allocated'),
              conflict('promise', 'cap', '', 'guaranteed'),
              conflict('shipsUntil', '2027-05-01', '2027-05-02', ''),
            ],
          },
        },
      }),
    },
    { asChanges: true },
  )
})
