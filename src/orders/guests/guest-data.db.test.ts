import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { checkoutPersonalData } from '#checkout/personal-data.server.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { orderNotes, orders } from '../order/tables.ts'
import { ordersPersonalData } from '../personal-data.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const amounts = { subtotalCents: 100, shippingCents: 0, taxCents: 0, totalCents: 100 }

/** A checkout by an address that was typed, with an order and a note if it was paid. */
async function bought(email: string, state: 'paid' | 'expired' | 'open', userId?: string) {
  const { db } = testShop
  const [checkout] = await db
    .insert(checkouts)
    .values({
      ...{ channel: 'cart' as const, state, fingerprint: 'of an address', email, ...amounts },
      ...{ userId: userId ?? null, expiresAt: new Date(), buyerKey: randomUUID() },
    })
    .returning()
  const { id } = checkout!
  if (state !== 'paid') return id
  const [order] = await db
    .insert(orders)
    .values({
      ...{ checkoutId: id, channel: 'cart' as const, email, name: 'Ana Ruiz', ...amounts },
      userId: userId ?? null,
    })
    .returning()
  const note = { orderId: order!.id, requestKey: randomUUID(), writtenBy: 'bea@kohue.example' }
  await db.insert(orderNotes).values({ ...note, text: `Called ${email}` })
  return id
}

test('what a guest left under an address alone is in its file, and erased with it', async () => {
  const { db, services } = testShop
  const { id: member } = await aMember(db)
  const [paid, ended, open] = [
    await bought('Ana@guest.example', 'paid'),
    await bought('Ana@guest.example', 'expired'),
    await bought('ana@guest.example', 'open'),
  ]
  const others = [
    await bought('ana@guest.example', 'expired', member),
    await bought('bo@guest.example', 'expired'),
  ]
  await bought('ana@guest.example', 'paid', member)
  await bought('bo@guest.example', 'paid')

  const read = { ...ordersPersonalData.exportAddress, ...checkoutPersonalData.exportAddress }
  const file = async (email: string) => {
    const said: Record<string, unknown> = {}
    for (const [name, of] of Object.entries(read)) said[name] = await of(db, email)
    return said
  }
  const kept = await file('ana@guest.example')
  expect(kept).toMatchObject({
    guestOrders: [{ email: 'Ana@guest.example', checkoutId: paid }],
    guestOrderNotes: [{ text: 'Called Ana@guest.example' }],
    guestCheckoutsStarted: expect.any(Array),
  })
  const started = (kept['guestCheckoutsStarted'] as { id: string }[]).map(({ id }) => id)
  expect(started.toSorted()).toEqual([paid, ended, open].toSorted())
  expect(await file('nobody@guest.example')).toEqual({
    guestOrders: undefined,
    guestOrderNotes: undefined,
    guestCheckoutsStarted: undefined,
  })

  await db.transaction(async (tx) => {
    for (const { eraseAddress } of [ordersPersonalData, checkoutPersonalData]) {
      await eraseAddress!(tx, 'ana@guest.example', services)
    }
  })
  const emailOf = async (id: string) =>
    (await db.select().from(checkouts).where(eq(checkouts.id, id)))[0]!.email
  expect(await emailOf(ended)).toBeNull()
  // The law has a paid one kept; an open one can still be paid; the others are not the guest's.
  expect(await Promise.all([paid, open, ...others].map(emailOf))).toEqual([
    'Ana@guest.example',
    'ana@guest.example',
    'ana@guest.example',
    'bo@guest.example',
  ])
  const notes = await db
    .select({ text: orderNotes.text })
    .from(orderNotes)
    .orderBy(sql`text`)
  expect(notes).toEqual([{ text: 'Called ana@guest.example' }, { text: 'Called bo@guest.example' }])
})
