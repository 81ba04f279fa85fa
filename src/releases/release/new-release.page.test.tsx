import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import NewRelease from './new-release.page.tsx'
import { emptyRelease } from './typed-release.rules.ts'

type Props = Parameters<typeof NewRelease>[0]

const typed = { ...emptyRelease(2027), name: 'Copy of Spring', opensAt: '2027-09-10T10:00' }

function page(change: object = {}, sent: object | null = null) {
  const loaderData = {
    ...{ timeZone: 'America/Los_Angeles', typed: emptyRelease(2027), of: null, formKey: 'new' },
    ...change,
  }
  const actionData = sent
    ? { errors: {}, refusal: null, values: {}, shown: null, ...sent }
    : undefined
  return <NewRelease {...({ loaderData, actionData } as unknown as Props)} />
}

test('a new release, and a clone', () => {
  expectParts(
    'new-release',
    {
      empty: page(),
      'a clone': page({ typed, of: 'r1' }),
      'a clone with a wrong hour': page(
        { typed, of: 'r1' },
        {
          ...{ values: { key: 'sent' }, errors: { closesAt: 'A date and an hour, please' } },
          shown: { typed: { ...typed, name: 'Harvest' }, of: 'r2' },
        },
      ),
      'refused whole': page({}, { refusal: 'This release no longer exists.' }),
    },
    { asChanges: true },
  )
})
