import { expect, test } from 'vitest'

import type { ShipmentActionFacts } from './shipment.rules.ts'
import { shipmentActions, whyNotShipmentAction } from './shipment.rules.ts'
import { whyNoMore } from './shipping.copy.ts'

const sentenceFor = (facts: Partial<ShipmentActionFacts> & Pick<ShipmentActionFacts, 'state'>) => {
  const whole: ShipmentActionFacts = {
    isPickup: false,
    hasTracking: true,
    isReceivedBack: false,
    isSettled: false,
    isSentAgain: false,
    isRefundChosen: false,
    isApart: false,
    isReplacement: false,
    ...facts,
  }
  const whyNot = Object.fromEntries(
    shipmentActions.map((action) => [action, whyNotShipmentAction(action, whole)]),
  ) as Parameters<typeof whyNoMore>[1]
  return whyNoMore(whole.state, whyNot)
}

const allowed = Object.fromEntries(shipmentActions.map((action) => [action, null])) as Parameters<
  typeof whyNoMore
>[1]

test('one line says why no more can be done with a shipment', () => {
  expect(sentenceFor({ state: 'ready' })).toBe(
    'Tracking, loss and damage can be recorded after the handover.',
  )
  expect(sentenceFor({ state: 'shipped', hasTracking: false })).toBe(
    'It was handed over, so it can no longer be held. It has no tracking number yet.',
  )
  expect(sentenceFor({ state: 'returned', isReceivedBack: true })).toBe(
    'Its wine is back in stock.',
  )
  expect(sentenceFor({ state: 'returned' })).toBe('')
  for (const state of ['returned', 'lost'] as const) {
    expect(sentenceFor({ state, isApart: true })).toBe(
      'Its parcels ended differently: first say what is in which.',
    )
  }
  expect(sentenceFor({ state: 'lost', isSettled: true })).toBe(
    'It is taken care of: there is nothing more to do.',
  )
  expect(whyNoMore('lost', { ...allowed, replace: 'not-owed' })).toBe(
    'Its wine was refunded, or its payment is disputed, so nothing more is sent for it.',
  )
  expect(sentenceFor({ state: 'cancelled' })).toBe(
    'It is canceled: nothing more can be done with it.',
  )
})
