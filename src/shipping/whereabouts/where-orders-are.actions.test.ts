import { expect, test } from 'vitest'

import type { BuyersShipment } from './buyers-shipments.store.server.ts'
import { nextOfOrder } from './where-orders-are.actions.server.ts'

const noon = new Date('2026-11-20T20:00:00Z')
const services = { clock: () => noon, settings: { timeZone: 'America/Los_Angeles' } as never }
const next = (...boxes: object[]) =>
  nextOfOrder(
    services,
    { id: 'o', createdAt: noon },
    boxes.map(
      (box) => ({ notBefore: null, shipsFrom: null, hold: null, ...box }) as BuyersShipment,
    ),
  )

test('the newest box that is to come tells what is next, else the newest of all', () => {
  const delivered = { state: 'delivered', deliveredAt: noon }
  const boxes = [{ state: 'ready' }, { state: 'attempted' }, delivered]
  expect(next(...boxes)).toEqual({ kind: 'sign' })
  expect(next(boxes[1]!, boxes[0]!)).toEqual({ kind: 'leaves-soon' })
  expect(next({ state: 'lost' }, delivered)).toEqual({ kind: 'delivered', at: noon })
  expect(next()).toBe(null)
})

test('a box leaves on the later of two days, that of its wine and that of its buyer', () => {
  const box = { state: 'waiting', waitsFor: 'not-yet' }
  const inMarch = new Date('2027-03-01T20:00:00Z')
  const leaves = (day: string) => expect.objectContaining({ day })
  expect(next({ ...box, notBefore: inMarch, shipsFrom: '2027-04-02' })).toEqual(
    leaves('2027-04-02'),
  )
  expect(next({ ...box, notBefore: inMarch, shipsFrom: '2027-02-02' })).toEqual(
    leaves('2027-03-01'),
  )
  expect(next({ ...box, shipsFrom: '2027-02-02' })).toEqual(leaves('2027-02-02'))
})
