import { afterAll, beforeAll, test, vi } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { OrderShipping } from './order-shipping.tsx'
import { shipmentActions } from './shipment.rules.ts'
import type { ShipmentForStaff } from './view-shipments.actions.server.ts'

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-10T18:00:00Z') })
})
afterAll(() => {
  vi.useRealTimers()
})

const at = (day: number) => new Date(Date.UTC(2027, 2, day, 18))
const home = {
  ...{ name: 'Ana Ruiz', address: '1 Main Street', addressExtra: '', city: 'Austin', state: 'TX' },
  ...{ zipCode: '78701', phone: '5125550123', gift: null },
}
const elsewhere = {
  ...home,
  address: '9 Oak Road',
  gift: { name: 'Zoe', phone: '2125550199', note: '' },
}

/** The reason is of no matter: all that is not named is off. */
const may = (...actions: readonly string[]) =>
  Object.fromEntries(
    shipmentActions.map((action) => [action, actions.includes(action) ? null : 'state']),
  )
const event = (id: string, change: object) => ({
  ...{ id, kind: 'shipped', at: at(4), isDay: false, place: '', text: '', signer: '' },
  ...{ source: 'carrier', ...change },
})

const shipment = (of: object, change: object = {}) => ({
  shipment: {
    ...{ id: 's', number: 2001, kind: 'first', state: 'ready', method: 'ground', shipTo: home },
    ...{ waitsFor: null, followedUpAt: null, followUpAgainAt: null, attempts: 0, ...of },
  },
  lines: [{ productId: 'm', description: '2022 Malbec, 3-pack', units: 2 }],
  ...{ parcels: [], events: [], pickups: [], paidAgain: [], hold: null, handover: null },
  ...{ buyer: { name: 'Ana Ruiz', phone: '5125550123', email: 'ana@example.com' } },
  ...{ leavesFrom: null, ownHolds: [], whyNot: may(), ...change },
})
const parts = (...all: readonly object[]) => (
  <OrderShipping orderNumber={1042} shipments={all as unknown as ShipmentForStaff[]} />
)
const onOrder = (one: object) => (
  <OrderShipping
    orderNumber={1042}
    shipments={[one] as unknown as ShipmentForStaff[]}
    shown={{ shipTo: home, phone: home.phone } as never}
  />
)
const parcel = (id: string, change: object) => ({
  ...{ id, carrier: 'ups', trackingNumber: '1Z999AA10123456784', state: 'shipped' },
  ...{ supersededAt: null, ...change },
})

test('where a box is, and what may be done with it', () => {
  expectParts('order-shipping', {
    'ready, on its own page': parts(shipment({}, { whyNot: may('hold') })),
    'of a buyer who left nothing but a name, held by itself': parts(
      shipment(
        { waitsFor: 'held', state: 'waiting' },
        {
          buyer: { name: 'Bo', phone: '', email: '' },
          ownHolds: [{ groupId: 'g' }],
          whyNot: may('hold'),
        },
      ),
    ),
    'a part that leaves later, on the page of its order': onOrder(
      shipment({ kind: 'split', waitsFor: 'not-yet' }, { leavesFrom: '2027-04-02' }),
    ),
    'a gift that goes elsewhere, paid again': onOrder(
      shipment(
        { kind: 'reshipment', shipTo: elsewhere },
        {
          paidAgain: [
            { checkoutId: 'c', paidAt: at(2), paidCents: 3_500, refundedCents: 0 },
            { checkoutId: 'd', paidAt: at(3), paidCents: 4_500, refundedCents: 500 },
          ],
        },
      ),
    ),
    'a gift with a note, handed over': onOrder(
      shipment(
        {
          ...{ kind: 'replacement', state: 'handed-over' },
          shipTo: { ...home, gift: { name: 'Zoe', phone: '2125550199', note: 'Ring twice' } },
        },
        {
          handover: { id: 'h', number: 7, isKept: true },
          whyNot: may('undo-handover', 'add-tracking', 'ask-carrier'),
        },
      ),
    ),
    'attempted, with a corrected number and its timeline': onOrder(
      shipment(
        { state: 'attempted', attempts: 1 },
        {
          handover: { id: 'h', number: 8, isKept: false },
          parcels: [
            parcel('p', { supersededAt: at(3) }),
            parcel('q', {
              carrier: 'fedex',
              trackingNumber: '449044304137821',
              state: 'attempted',
            }),
            parcel('r', { carrier: 'other', trackingNumber: 'X-1' }),
          ],
          events: [
            event('a', { kind: 'tracking', isDay: true, source: 'shipper-file' }),
            event('b', { place: 'Reno, NV', text: 'On its way' }),
            event('c', { kind: 'attempted', signer: 'J. Roe', source: 'customer' }),
          ],
          whyNot: may('follow-up', 'mark-returned'),
        },
      ),
    ),
    'followed up, until the carrier reports something new': onOrder(
      shipment(
        { state: 'at-depot', followedUpAt: at(8) },
        { events: [event('a', { kind: 'followed-up', text: 'Called the buyer' })] },
      ),
    ),
    'followed up, until a day': onOrder(
      shipment(
        { state: 'at-depot', followedUpAt: at(8), followUpAgainAt: at(12) },
        { events: [event('a', { kind: 'followed-up', text: 'Called the carrier' })] },
      ),
    ),
    'out, and perhaps delivered or back': onOrder(
      shipment(
        { state: 'out', handedAt: at(2) },
        { whyNot: may('mark-delivered', 'mark-lost', 'mark-returned') },
      ),
    ),
    lost: onOrder(
      shipment({ state: 'lost' }, { whyNot: may('replace', 'settle', 'mark-damaged') }),
    ),
    'returned, and settled otherwise': onOrder(
      shipment(
        { state: 'returned' },
        {
          events: [event('a', { kind: 'settled', text: 'Picked up here' })],
          whyNot: may('receive-back', 'ship-again', 'mark-lost'),
        },
      ),
    ),
    'returned in one of its parcels': onOrder(
      shipment(
        { state: 'returned' },
        { whyNot: { ...may('part', 'settle'), 'receive-back': 'apart', 'ship-again': 'apart' } },
      ),
    ),
    delivered: onOrder(shipment({ state: 'delivered' })),
    'to be picked up': onOrder(shipment({ method: 'pickup', shipTo: null })),
    'to be picked up, and may be held': onOrder(
      shipment({ method: 'pickup', shipTo: null }, { whyNot: may('hold') }),
    ),
  })
})
