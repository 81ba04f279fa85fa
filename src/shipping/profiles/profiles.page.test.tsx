import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Profiles from './profiles.page.tsx'
import { usualProfile } from './shipper-profile.rules.ts'

type Props = Parameters<typeof Profiles>[0]

const saved = {
  ...{ ...usualProfile, id: 'p', version: 4, name: 'By case', dateFormat: 'iso', rowPer: 'case' },
  ...{ orderBy: 'zip', columns: usualProfile.columns.slice(0, 3) },
}

function page(profiles: readonly object[], sent?: object) {
  const actionData = sent && { intent: 'save', refusal: null, shown: null, ...sent }
  return (
    <Profiles {...({ loaderData: { profiles, formKey: 'k' }, actionData } as unknown as Props)} />
  )
}

test('the formats of shippers’ files', () => {
  expectParts(
    'profiles-page',
    {
      none: page([]),
      one: page([saved]),
      'its change refused': page([saved], {
        ...{ values: { id: 'p', name: '' }, errors: { name: 'A name, please.' } },
      }),
      'a new one refused': page([saved], {
        ...{ values: { id: '', name: 'X' }, errors: { columns: 'Columns, please.' } },
      }),
    },
    { asChanges: true },
  )
})
