import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Overview from './overview.page.tsx'
import Settings from './settings.page.tsx'

test('the figures of shipping', () => {
  const page = (loaderData: object) => (
    <Overview {...({ loaderData } as unknown as Parameters<typeof Overview>[0])} />
  )
  const none = { held: [], ready: 0, handedOver: 0, underWay: 0, person: 0, pickups: 0 }
  const contacts = [
    { carrier: 'ups', heardAt: new Date('2027-03-10T18:00:00Z') },
    { carrier: 'fedex', heardAt: null },
  ]
  expectParts('shipping-overview', {
    'not begun, without earlier orders': page({ settings: null, earlier: 0 }),
    'not begun, with one': page({ settings: null, earlier: 1 }),
    'not begun, with some': page({ settings: null, earlier: 1_002 }),
    'nothing waits': page({ settings: {}, figures: none, contacts: [] }),
    'boxes in each state': page({
      ...{ settings: {}, contacts },
      figures: {
        held: [
          { reason: 'weather', count: 3 },
          { reason: 'address', count: 4 },
        ],
        ...{ ready: 5, handedOver: 6, underWay: 8, person: 9, pickups: 2 },
      },
    }),
  })
})

test('when boxes leave, and which orders get one', () => {
  const dispatch = { ground: [1, 2], overnight: [3], daysBefore: 2 }
  const settings = {
    ...{ senderZip: '94558', version: 3 },
    dispatch: { ...dispatch, holidays: ['2026-11-26', '2026-12-25'] },
  }
  const page = (sent?: object) => {
    const actionData = sent && { errors: {}, refusal: null, values: {}, shown: null, ...sent }
    const props = { loaderData: { settings }, actionData }
    return <Settings {...(props as unknown as Parameters<typeof Settings>[0])} />
  }
  const counted = (count: number) => ({
    ...{ intent: 'count', values: { since: '2026-01-02' }, shown: { count, since: '2026-01-02' } },
  })
  expectParts(
    'shipping-settings',
    {
      'as they are': page(),
      'no order lacks a box': page(counted(0)),
      'one lacks it': page(counted(1)),
      'some lack it': page(counted(1_003)),
      'a day was refused': page({
        ...{ intent: 'take-in', values: { since: 'x' }, errors: { since: 'A day, please.' } },
      }),
      'settings were refused': page({
        ...{ intent: 'settings', errors: { daysBefore: 'From 0 to 14, please.' } },
        values: { holidays: '2026-13-01', daysBefore: '15', senderZip: '1' },
      }),
    },
    { asChanges: true },
  )
})
