import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { recordPayment } from '#checkout/record-payment.actions.server.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import { payAt, providerClient } from '#tests/harness/provider.ts'
import type { Released } from '#tests/harness/release-buyers.ts'
import { ago, openReleaseShop } from '#tests/harness/release-buyers.ts'

const { testShop, released, setRelease, aCustomer, inCart, startCheckout, wineOf } =
  await openReleaseShop()

/** Pays one case of a wine by a payment link, which authorises the payment or captures it. */
async function aLinkSale({ wine }: Released, capture: 'manual' | 'automatic') {
  const { rateIds, taxRateId } = testShop.services.settings
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  const session = await providerClient().checkout.sessions.create({
    mode: 'payment',
    ...(capture === 'manual' && { payment_intent_data: { capture_method: 'manual' } }),
    line_items: [{ price: row!.priceId!, quantity: 1, tax_rates: [taxRateId] }],
    shipping_address_collection: { allowed_countries: ['US'] },
    shipping_options: [{ shipping_rate: rateIds.ground[1] }],
    success_url: 'https://shop.example/success_offering?session_id={CHECKOUT_SESSION_ID}',
  })
  await payAt(session.url!, {
    shipping_name: 'Eva Marsh',
    shipping_line1: '400 Congress Ave',
    shipping_city: 'Austin',
    shipping_state: 'TX',
    shipping_postal_code: '78701',
  })
  return session.id
}

/** What comes of it; the fake provider has no payment links, so its session counts as one’s. */
async function recorded(id: string) {
  const { payments } = testShop.services
  const getSession: typeof payments.getSession = async (asked) => {
    const found = await payments.getSession(asked)
    return found && { ...found, paymentLinkId: 'plink_1' }
  }
  const came = await recordPayment(
    { ...testShop.services, payments: { ...payments, getSession } },
    id,
  )
  const [checkout] = await testShop.db.select().from(checkouts).where(eq(checkouts.sessionId, id))
  const written = await testShop.db.select().from(orders).where(eq(orders.sessionId, id))
  const back = await testShop.db
    .select({ cause: refunds.cause, amountCents: refunds.amountCents })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(orders.sessionId, id))
  const { paymentIntentId } = (await payments.getSession(id))!
  const payment = (await payments.getPayment(paymentIntentId!))!.state
  const notServed = 'notServed' in came ? came.notServed : null
  const why = 'reason' in came ? came.reason : notServed
  const { verdict } = checkout!
  return { state: came.state, why, payment, verdict, orders: written.length, back }
}

const served = {
  ...{ state: 'paid', why: null, payment: 'paid' },
  ...{ verdict: 'serve', orders: 1, back: [] },
}
const voided = {
  ...{ state: 'refused', why: 'stock-gone', payment: 'cancelled' },
  ...{ verdict: 'stock-gone', orders: 0, back: [] },
}
const refunded = {
  ...{ state: 'paid', why: 'stock-gone', payment: 'paid' },
  ...{ verdict: 'stock-gone', orders: 1, back: [{ cause: 'automatic', amountCents: 51_763 }] },
}

const soon = () => new Date(Date.now() + 60_000)

describe.each([
  ['of a release that is open', { stock: 3 }, null, true],
  ['of which the last free case is left', { stock: 3 }, { allocated: 2 }, true],
  ['that is promised', { stock: 2 }, { allocated: 2 }, false],
  ['that is in payment', { stock: 2 }, { allocated: 2, holds: 2 }, false],
  ['whose release has not opened', { stock: 3, opensAt: soon() }, null, false],
  ['whose release is paused', { stock: 3, state: 'paused' }, null, false],
  ['whose release has closed', { stock: 3, opensAt: ago(2), closesAt: ago(1) }, null, false],
  ['whose release was ended', { stock: 3, state: 'ended' }, null, false],
  ['whose release is a draft', { stock: 3, state: 'draft' }, null, true],
] as const)(
  'a sale by a payment link of wine %s',
  (_of, { stock, ...release }, buyer, isServed) => {
    async function aWine() {
      const made = await released({ stock, waves: [-1] })
      const member = buyer && (await aCustomer(made, buyer.allocated)).member
      if (member && 'holds' in buyer) {
        await inCart(member, made.wine, buyer.holds)
        expect(await startCheckout(member)).toMatchObject({ ok: true })
      }
      await setRelease(made, { state: 'scheduled', ...release })
      return { made, before: await wineOf(made) }
    }
    const after = ({ before }: Awaited<ReturnType<typeof aWine>>) =>
      isServed ? { ...before, sold: before.sold + 1, free: before.free - 1 } : before

    test(`is ${isServed ? 'captured' : 'voided, and never captured,'} where it authorises`, async () => {
      const wine = await aWine()
      const id = await aLinkSale(wine.made, 'manual')
      expect(await recorded(id)).toEqual(isServed ? served : voided)
      expect(await wineOf(wine.made)).toEqual(after(wine))
    })

    test(`is ${isServed ? 'served' : 'refunded'} where it captures`, async () => {
      const wine = await aWine()
      const id = await aLinkSale(wine.made, 'automatic')
      expect(await recorded(id)).toEqual(isServed ? served : refunded)
      expect(await wineOf(wine.made)).toEqual(after(wine))
    })
  },
)
