import { expect, test } from 'vitest'

import { hasMoved } from '#shipping/shipments/order-shipping.tsx'
import { partText } from '#tests/harness/what-parts-say.tsx'

import { OrderBuyer, ShipTo } from './order-facts.tsx'

type Props = Parameters<typeof ShipTo>[0]
type Shipments = Parameters<typeof hasMoved>[1]

const home = {
  ...{ name: 'Ana Ruiz', address: '1200 Valencia Street', addressExtra: '' },
  ...{ city: 'San Francisco', state: 'CA', zipCode: '94110', phone: '4155550123' },
}
const ordered = { shipTo: home, shippingMethod: 'ground' } as unknown as Props['order']
const sent = (shipment: object) =>
  [{ shipment: { method: 'ground', shipTo: home, ...shipment } }] as unknown as Shipments

const says = (order: Props['order'], shipments: Shipments) =>
  partText(<ShipTo order={order} phone="4155550123" hasMoved={hasMoved(order, shipments)} />).at(-1)

const changed = 'Changed since it was ordered: how and where it goes now stands with its shipment.'

test('staff read with an address or method that was changed since that it was', () => {
  const elsewhere = { ...home, address: '9 Main Street' }
  expect(says(ordered, sent({}))).toMatch(/^An adult/)
  expect(says(ordered, [])).toMatch(/^An adult/)
  expect(says(ordered, sent({ shipTo: elsewhere }))).toBe(changed)
  expect(says(ordered, [...sent({}), ...sent({ shipTo: elsewhere })])).toBe(changed)
  expect(says(ordered, sent({ method: 'pickup', shipTo: null }))).toBe(changed)
  const pickup = { shipTo: home, shippingMethod: 'pickup' } as unknown as Props['order']
  expect(says(pickup, sent({ method: 'pickup', shipTo: null }))).toBe('The buyer picks it up.')
  expect(says(pickup, sent({}))).toBe(changed)
  const unknown = { shipTo: home, shippingMethod: null } as unknown as Props['order']
  expect(says(unknown, sent({}))).toMatch(/^An adult/)
  const collected = { shipTo: null, shippingMethod: 'pickup' } as unknown as Props['order']
  expect(says(collected, [])).toBe('The buyer picks it up.')
  expect(says(collected, sent({}))).toBe(changed)
})

test('staff read which statement was shown, and which was recorded before it was', () => {
  const said = (channel: string, statementShown?: object) => {
    const shipTo = { ...home, birthdate: null, rules: '2026-11-27', statement: 'I am 21.' }
    const order = {
      ...{ name: 'Ana Ruiz', email: 'ana@example.com', userId: null, paymentIntentId: 'pi_1' },
      ...{ channel, createdAt: new Date('2027-03-01T17:59:00Z') },
      shipTo: { ...shipTo, statementShown },
    }
    const lines = partText(<OrderBuyer order={order as never} />)
    return lines.find((line) => line.startsWith('I am 21.'))
  }
  const recorded = 'I am 21. (recorded, not shown)'
  expect([said('cart'), said('card')]).toEqual([recorded, recorded])
  expect([said('offering'), said('offer1')]).toEqual(['I am 21.', 'I am 21.'])
  const at = '2027-03-01T17:59:00Z'
  expect(said('card', { channel: 'card', at })).toBe(
    'I am 21. (shown on the card page, 3/1/2027, 9:59 AM PST)',
  )
})
