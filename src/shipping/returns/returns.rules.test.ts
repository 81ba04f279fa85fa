import { expect, test } from 'vitest'

import { noAddress } from '#platform/address/address.rules.ts'

import { checkReshipment, readReshipment } from './reshipment-form.rules.ts'
import { returnReminderDays, returnTaskDays, wineRefund } from './returns.rules.ts'

const austin = {
  ...noAddress,
  ...{ address: '400 Congress Ave', city: 'Austin' },
  ...{ state: 'TX', zipCode: '78701' },
}
const at = { today: '2026-11-20', isByLink: false }
const typed = (more: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  return readReshipment(form)
}
const elsewhere = { ...austin, to: 'other', method: 'overnight', city: 'Dallas', zipCode: '75201' }

test('who does not choose is reminded after a week, and staff call after two', () => {
  expect([returnReminderDays, returnTaskDays]).toEqual([7, 14])
})

test('a box goes to its former address by ground unless overnight is chosen', () => {
  const wish = (method: string) => checkReshipment(typed({ to: 'same', method }), austin, at)
  expect(wish('ground')).toEqual({ ok: true, wish: { method: 'ground', address: null } })
  expect(wish('overnight')).toEqual({ ok: true, wish: { method: 'overnight', address: null } })
  expect(wish('pickup')).toEqual({ ok: true, wish: { method: 'ground', address: null } })
})

test('a former address that is no longer served is refused', () => {
  const utah = { ...austin, state: 'UT', zipCode: '84101' }
  expect(checkReshipment(typed({ to: 'same' }), utah, at)).toEqual({
    ok: false,
    errors: { to: expect.any(String) },
  })
})

test('another address is taken from a signed-in buyer, and never by a link', () => {
  expect(checkReshipment(typed(elsewhere), austin, at)).toEqual({
    ok: true,
    wish: { method: 'overnight', address: { ...austin, city: 'Dallas', zipCode: '75201' } },
  })
  expect(checkReshipment(typed(elsewhere), austin, { ...at, isByLink: true })).toEqual({
    ok: false,
    errors: { to: expect.any(String) },
  })
  expect(checkReshipment(typed({ to: 'same' }), austin, { ...at, isByLink: true }).ok).toBe(true)
})

test('another address is checked, each mistake at its field', () => {
  const wrong = (more: Record<string, string>) => {
    const checked = checkReshipment(typed({ ...elsewhere, ...more }), austin, at)
    return checked.ok ? [] : Object.keys(checked.errors)
  }
  expect(wrong({ city: '' })).toEqual(['city'])
  expect(wrong({ address: '', city: '' })).toEqual(['address', 'city'])
  expect(wrong({ state: 'UT', zipCode: '84101' })).toEqual(['state'])
})

test('returned wine is refunded with its share of the tax, to the cent', () => {
  const line = { sold: 3, unitPriceCents: 45_000, taxCents: 9_788, taxLeftCents: 9_788 }
  expect(wineRefund({ ...line, units: 3 })).toEqual({ wineCents: 135_000, taxCents: 9_788 })
  expect(wineRefund({ ...line, units: 1 })).toEqual({ wineCents: 45_000, taxCents: 3_263 })
  // Two cases of $450.00 have a tax of $65.25: the half of it is $32.63, and $32.62 is left.
  const two = { ...line, sold: 2, taxCents: 6_525, taxLeftCents: 6_525, units: 1 }
  expect(wineRefund(two)).toEqual({ wineCents: 45_000, taxCents: 3_263 })
  expect(wineRefund({ ...two, taxLeftCents: 3_262 })).toEqual({
    wineCents: 45_000,
    taxCents: 3_262,
  })
  expect(wineRefund({ ...two, taxLeftCents: -1 })).toEqual({ wineCents: 45_000, taxCents: 0 })
})
