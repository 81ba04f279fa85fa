import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import DryPlaces from './dry-places.page.tsx'

const proposed = {
  ...{ id: 'd1', zip: '28052', state: 'NC', from: '2027-01-01', until: null, source: 'County' },
  ...{ addedBy: 'ana@kohue.example', confirmedBy: null, confirmedAt: null },
}
const confirmed = { ...proposed, id: 'd2', zip: '28054', confirmedBy: 'bea@kohue.example' }

test('dry places, proposed and confirmed', () => {
  const page = (places: readonly object[], sent?: object) =>
    pageWith(DryPlaces, {
      loaderData: { places, today: '2027-02-10', formKey: 'k' },
      actionData: sent && { values: {}, errors: {}, refusal: null, shown: null, ...sent },
    })
  expectParts(
    'dry-places-page',
    {
      none: page([]),
      'one of each': page([proposed, { ...confirmed, until: '2028-01-01' }]),
      'a refused end': page([confirmed], {
        ...{ intent: 'end', values: { intent: 'end', id: 'd2', until: '' } },
        errors: { until: 'A day, please.' },
      }),
      'refused as it was typed': page([], {
        ...{ intent: 'add', values: { intent: 'add', zips: '2805', source: 'County' } },
        errors: { zips: 'Five digits, please.' },
      }),
    },
    { asChanges: true },
  )
})
