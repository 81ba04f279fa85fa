import { test } from 'vitest'

import { maxWaves } from '#catalogue/on-sale/release-form.rules.ts'
import { staffRelease } from '#tests/harness/staff-release.ts'
import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Waves from './release-waves.page.tsx'
import { typedOf } from './typed-release.rules.ts'

type Props = Parameters<typeof Waves>[0]

const timeZone = 'America/Los_Angeles'
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `w${index}`, name: `Wave of ${index}`, opensAt: new Date('2027-03-10T18:00:00Z') },
  }))

function page(release = staffRelease(), canSave = true, sent: object | null = null) {
  const actionData = sent
    ? { errors: {}, refusal: null, values: {}, shown: null, ...sent }
    : undefined
  const props = { loaderData: { release, timeZone, canSave }, actionData }
  return <Waves {...(props as unknown as Props)} />
}
const typed = {
  ...typedOf(staffRelease().fields, timeZone),
  closesAt: '2027-04-01T09:30',
  waves: [],
}

test('the hours of a release and its waves', () => {
  expectParts(
    'release-waves',
    {
      'a draft': page(),
      'a draft with as many waves as it may have': page(
        staffRelease({ fields: { waves: many(maxWaves - 1) } }),
      ),
      scheduled: page(staffRelease({ phase: 'before' })),
      'scheduled, in its last minutes': page(staffRelease({ phase: 'before' }), false),
      'open, its promises end with it': page(
        staffRelease({ phase: 'open', fields: { promiseUntil: null } }),
        false,
      ),
      'open to everyone': page(
        staffRelease({ phase: 'open', fields: { kind: 'open', promiseUntil: null } }),
        false,
      ),
      'an hour is wrong': page(staffRelease(), true, {
        errors: { closesAt: 'It has to close after it opens', 'waves.1.opensAt': 'After, please' },
      }),
      'without a wave, as it was typed': page(staffRelease(), true, {
        errors: { waves: 'A release has at least one wave' },
        shown: { typed },
      }),
      'refused whole': page(staffRelease(), true, { refusal: 'This can no longer be changed.' }),
    },
    { asChanges: true },
  )
})
