import { test } from 'vitest'

import { FlashProvider } from '#platform/layout/flash-notice.tsx'
import type { ShipmentForBuyer } from '#shipping/whereabouts/where-orders-are.actions.server.ts'
import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { WhereItIs } from './where-it-is.tsx'

const on = (day: number, hour = 18) => new Date(Date.UTC(2027, 2, day, hour))

const box: ShipmentForBuyer = {
  ...{ id: 'one', number: 2001, kind: 'first', state: 'shipped', isPickup: false, part: null },
  ...{ next: { kind: 'arrives' }, isReplaced: false, needsSignature: true, signedBy: null },
  ...{ place: null, parcels: [], events: [], mayRiskWeather: false, slots: null },
  ...{ returnChoice: null, returned: null, paidAgain: [] },
  steps: [
    { name: 'ordered', is: 'done', at: on(5) },
    { name: 'shipped', is: 'now', at: on(8) },
    { name: 'delivered', is: 'to-come', at: null },
  ],
}

const shown = (...changes: Partial<ShipmentForBuyer>[]) => (
  <WhereItIs
    shipments={changes.map((change, index) => ({ ...box, id: `s${index}`, ...change }))}
    sent={undefined}
  />
)

const parcel = (number: string, heardAt: Date | null, carrier = 'ups') => ({
  ...{ number, heardAt, carrier: carrier as 'ups' },
  url: carrier === 'other' ? null : `https://carrier.example/${number}`,
})

const event = (id: number, kind: string, more: object = {}) =>
  ({
    ...{ id, at: on(7 + id), isDay: false, kind, place: '', change: '' },
    ...more,
  }) as ShipmentForBuyer['events'][number]

const slot = (day: number, isProposed = false) => ({
  ...{ key: `slot-${day}`, from: on(day), until: on(day, 20), isProposed },
  ...{ placeId: 'p', place: 'Tasting room', address: '1 Main Street, Napa', free: 2 },
})

const back: Partial<ShipmentForBuyer> = {
  state: 'returned',
  needsSignature: false,
  next: { kind: 'returned', at: on(9) },
}

const returned = {
  ...{ answerBy: on(22), place: 'Austin, TX', mayGoElsewhere: true },
  ...{
    prices: { ground: 3_500, overnight: 9_000 },
    refund: { wineCents: 45_000, taxCents: 3_263 },
  },
}

test('what a buyer reads of a shipment', () => {
  expectParts('where-it-is', {
    'without a number of the carrier': shown({}),
    'one parcel of which nothing was heard': shown({ parcels: [parcel('1Z1', null)] }),
    'one parcel of which something was heard': shown({ parcels: [parcel('1Z1', on(9))] }),
    'two parcels, the second heard of later': shown({
      parcels: [parcel('1Z1', on(9)), parcel('1Z2', on(10))],
    }),
    'two parcels, the first heard of later': shown({
      parcels: [parcel('1Z1', on(11)), parcel('1Z2', on(10))],
    }),
    'two parcels, one of which is unheard of': shown({
      parcels: [parcel('1Z1', null), parcel('X2', on(10), 'other')],
    }),
    'what happened so far, the newest first': shown({
      events: [
        event(1, 'handed-over'),
        event(2, 'shipped', { isDay: true }),
        event(3, 'attempted', { place: 'Austin, TX 78701' }),
        event(4, 'tracking'),
        event(5, 'changed', { change: 'Your order now ships overnight.' }),
      ],
    }),
    'how each of its shipments began': shown(
      ...(['first', 'split', 'reshipment', 'replacement'] as const).map((kind, index) => ({
        ...{ kind, number: 2001 + index },
        events: [event(1, 'created'), event(2, 'ready')],
      })),
    ),
    'how a pickup became ready': shown({ isPickup: true, events: [event(2, 'ready')] }),
    'delivered, and signed for': shown({
      ...{ state: 'delivered', needsSignature: false, signedBy: 'A RUIZ' },
      next: { kind: 'delivered', at: on(10) },
    }),
    'lost, and replaced': shown(
      { state: 'lost', next: { kind: 'lost' }, isReplaced: true, needsSignature: false },
      { number: 2002, kind: 'replacement' },
    ),
    'damaged, and not replaced': shown({
      state: 'damaged',
      next: { kind: 'damaged' },
      needsSignature: false,
    }),
    'in two shipments': shown(
      { part: { cases: 2, state: 'TX', zipCode: '78701' } },
      { number: 2002, kind: 'split', part: { cases: 1, state: 'CA', zipCode: '94110' } },
    ),
    'held for the weather': shown({
      ...{ state: 'waiting', mayRiskWeather: true },
      next: {
        kind: 'held',
        sentence:
          'It is waiting here for better weather: heat or frost on the way would harm the wine.',
        short: 'Held here for now',
      },
    }),
    'to be collected, of the times that were proposed and others': shown({
      ...{ isPickup: true, needsSignature: false, state: 'ready', next: { kind: 'choose-slot' } },
      slots: [slot(11), slot(12, true), slot(13)],
    }),
    'to be collected, without a free time': shown({
      ...{
        isPickup: true,
        needsSignature: false,
        state: 'ready',
        next: { kind: 'choose-slot' },
        slots: [],
      },
    }),
    'to be collected at an agreed time': shown({
      ...{ isPickup: true, needsSignature: false, state: 'agreed', slots: [slot(12)] },
      next: { kind: 'agreed', from: on(11), until: on(11, 20) },
      place: { name: 'Tasting room', address: '1 Main Street, Napa' },
    }),
    'returned, whose wine is in stock again': shown({
      ...back,
      returned: { ...returned, prices: null },
    }),
    'returned, to be sent again, collected or refunded': shown({ ...back, returned }),
    'returned, and not answered in time': shown({
      ...back,
      returned: { ...returned, answerBy: null },
    }),
    'returned, by a link': shown({
      ...back,
      returned: { ...returned, mayGoElsewhere: false },
    }),
    'returned, of which too little is left to refund': shown({
      ...back,
      returned: { ...returned, refund: null },
    }),
    'returned, whose shipping was paid again': shown({
      ...{ ...back, returnChoice: 'again' },
      paidAgain: [{ at: on(12), cents: 3_500, refundedCents: 0 }],
    }),
    'returned, whose second payment was refunded': shown({
      ...{ ...back, returnChoice: 'refund' },
      paidAgain: [
        { at: on(11), cents: 9_000, refundedCents: 9_000 },
        { at: on(12), cents: 3_500, refundedCents: 500 },
      ],
    }),
    'to be collected at an agreed time, the last that is free': shown({
      ...{ isPickup: true, needsSignature: false, state: 'agreed', slots: [] },
      next: { kind: 'agreed', from: on(11), until: on(11, 20) },
    }),
    'sent again to an address that is not served': (
      <WhereItIs
        shipments={[{ ...box, ...back, returned }]}
        sent={{
          ...{ intent: 'send-again', refusal: null, shown: null },
          values: { shipment: 'one', method: 'overnight', to: 'other', state: 'UT' },
          errors: { to: 'We are not permitted to ship wine to this state.' },
        }}
      />
    ),
    'sent again with a field at fault, beside another that came back': (
      <WhereItIs
        shipments={[
          { ...box, ...back, returned },
          { ...box, ...back, returned, id: 'two', number: 2002 },
        ]}
        sent={{
          ...{ intent: 'send-again', refusal: null, shown: null },
          values: { shipment: 'two', method: 'ground', to: 'other', zipCode: '9' },
          errors: { zipCode: 'A ZIP code has five digits, such as 94110.' },
        }}
      />
    ),
    'after a choice': (
      <FlashProvider flash={{ tone: 'good', sentence: 'We send it again.', at: 'shipments' }}>
        {shown({})}
      </FlashProvider>
    ),
    'of an order without any': shown(),
  })
})
