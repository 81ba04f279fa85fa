import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Holds from './holds.page.tsx'

type Props = Parameters<typeof Holds>[0]

const hold = (change: object) => ({
  ...{ scope: 'place', place: 'TX', reason: 'weather', note: 'Heat', by: 'ana@kohue.example' },
  ...{ from: new Date('2027-03-10T08:00:00Z'), until: null, ...change },
})

function page(groups: readonly object[], sent?: object) {
  const loaderData = { groups, formKey: 'k', today: '2027-03-10' }
  const actionData = sent && { intent: 'preview', errors: {}, refusal: null, shown: null, ...sent }
  return <Holds {...({ loaderData, actionData } as unknown as Props)} />
}
const values = { places: 'TX, 850', reason: 'staff', from: '2027-03-11', until: '', note: 'Ice' }

test('which boxes are held, and the form to hold more', () => {
  expectParts(
    'holds-page',
    {
      none: page([]),
      'from a day until it is ended, and from an hour until a day': page([
        { groupId: 'g', affected: 4, holds: [hold({})] },
        {
          ...{ groupId: 'h', affected: 1 },
          holds: [
            hold({
              ...{ reason: 'staff', from: new Date('2027-03-10T08:01:00Z') },
              until: new Date('2027-03-14T08:00:00Z'),
            }),
          ],
        },
      ]),
      'none would be held': page([], { values, shown: { total: 0, byState: [] } }),
      'one would be': page([], {
        values,
        shown: { total: 1, byState: [{ state: 'TX', count: 1 }] },
      }),
      'three would be': page([], {
        values,
        shown: {
          total: 3,
          byState: [
            { state: 'TX', count: 2 },
            { state: 'AZ', count: 1 },
          ],
        },
      }),
      refused: page([], { values, errors: { places: 'Places, please.' } }),
    },
    { asChanges: true },
  )
})
