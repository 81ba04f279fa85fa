import { randomUUID } from 'node:crypto'

import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'

import { raiseFlag } from '#orders/flags/order-flags.store.server.ts'
import type { Action } from '#platform/action/staff-action.server.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { reconciliationDifferences } from '#tests/harness/expect-reconciled.ts'
import { clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import { emailsTo, eventsNow, sendHandover, shipmentNow } from '#tests/harness/shipping.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { afterPayingMore, changeMethod, viewMethods } from './change-method.actions.server.ts'
import { cancelOrder } from './change-money.actions.server.ts'
import { undoChangeForBuyer, upgradeMethodForBuyer } from './for-buyer.actions.server.ts'
import { askForDifference } from './payment-due.actions.server.ts'
import { viewChanges } from './view-changes.actions.server.ts'

const shop = await openChangesShop()
let support: StaffMember
beforeAll(async () => {
  support = { ...(await aMember(shop.testShop.db)), role: 'staff', duties: ['support'] }
})

type Bought = Awaited<ReturnType<typeof shop.anOrder>>

const ask = <Ran, Fields extends object>(
  action: Action<Ran, 'change' | 'preview', Fields>,
  { order }: Bought,
  fields: Partial<Fields>,
  { by = support, key = randomUUID() as string } = {},
) => {
  const typed = { number: String(order.number), seen: '0', ...fields }
  return action(shop.testShop.services, by, typed as unknown as Fields, { key })
}

const logged = ({ order }: Bought) =>
  shop.testShop.db
    .select({ action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.subjectId, order.id))
    .orderBy(desc(auditLog.id))

const methodNow = async ({ shipment }: Bought) =>
  (await shipmentNow(shop.testShop, shipment.id)).method

const paymentMails = async ({ order }: Bought) =>
  (await emailsTo(shop.testShop, order.email, 'payment-due')).map(
    ({ props }) => props as Record<string, string>,
  )

const lastEvent = async ({ shipment }: Bought) =>
  (await eventsNow(shop.testShop, shipment.id)).at(-1)

const late = { method: 'overnight', reason: 'Your first box was late.', onPhone: 'yes' }

describe('a dearer method free of charge', () => {
  test('is done without a payment, and both sides read why', async () => {
    const bought = await shop.anOrder({ cases: 2 })
    expect(await ask(upgradeMethodForBuyer, bought, late)).toMatchObject({
      said: { sentence: 'The buyer is emailed: “Your order now ships overnight.”' },
    })
    expect(await methodNow(bought)).toBe('overnight')
    expect(await shop.changesOf(bought)).toMatchObject([
      {
        ...{ kind: 'method', by: 'staff', before: { method: 'ground' } },
        after: { method: 'overnight', cents: 0, reason: 'Your first box was late.' },
      },
    ])
    expect(await lastEvent(bought)).toMatchObject({
      source: 'staff',
      text: 'Your order now ships overnight. The price stays the same. Your first box was late.',
    })
    expect(await logged(bought)).toMatchObject([
      {
        action: 'order-changed',
        after: { reason: 'Your first box was late.', onPhone: true },
      },
    ])
    expect(await emailsTo(shop.testShop, bought.order.email, 'order-changed')).toMatchObject([
      { props: { what: 'Your order now ships overnight.', money: 'The price stays the same.' } },
    ])
    expect(await shop.atProvider(bought)).toEqual([])
    expect(await reconciliationDifferences(shop.testShop)).toEqual([])
  })

  test('is not refunded when its buyer chooses the cheaper one again', async () => {
    const bought = await shop.anOrder({ cases: 2 })
    await ask(upgradeMethodForBuyer, bought, late)
    expect((await viewMethods(shop.testShop.services, bought.order)).options).toMatchObject([
      { method: 'ground', cents: 0 },
      { method: 'pickup', cents: -5_000 },
    ])
    expect(
      await shop.change(changeMethod, bought, { method: 'ground=-6000', seen: '1' }),
    ).toMatchObject({ ok: false })
    expect(
      await shop.change(changeMethod, bought, { method: 'ground=0', seen: '1' }),
    ).toMatchObject({ ok: true })
    expect(await shop.atProvider(bought)).toEqual([])
    // Having it again is paid.
    expect((await viewMethods(shop.testShop.services, bought.order)).options).toMatchObject([
      { method: 'overnight', cents: 6_000 },
      { method: 'pickup', cents: -5_000 },
    ])
    expect(await shop.change(cancelOrder, bought, { seen: '2' })).toMatchObject({ ok: true })
    expect(await shop.atProvider(bought)).toEqual([bought.order.totalCents])
  })

  test('needs a reason, a dearer method and the duty, and is not for one’s own order', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    expect(await ask(upgradeMethodForBuyer, bought, { ...late, reason: ' ' })).toMatchObject({
      ...{ status: 400, errors: { reason: expect.any(String) } },
    })
    expect(
      await ask(upgradeMethodForBuyer, bought, { ...late, reason: 'x'.repeat(121) }),
    ).toMatchObject({ errors: { reason: expect.any(String) } })
    for (const method of ['ground', 'pickup', 'by drone']) {
      expect(await ask(upgradeMethodForBuyer, bought, { ...late, method })).toMatchObject({
        errors: { method: expect.any(String) },
      })
    }
    const own = { ...support, id: bought.buyer.id }
    expect(await ask(upgradeMethodForBuyer, bought, late, { by: own })).toMatchObject({
      sentence: expect.stringContaining('This order belongs to you'),
    })
    expect(await ask(upgradeMethodForBuyer, bought, late, { by: shop.staff })).toMatchObject({
      status: 403,
    })
    await sendHandover(shop.testShop, shop.staff, [bought.shipment.number])
    expect(await ask(upgradeMethodForBuyer, bought, late)).toMatchObject({
      sentence: expect.stringContaining('handed over for shipping'),
    })
    expect(await methodNow(bought)).toBe('ground')
    expect(await shop.changesOf(bought)).toEqual([])
  })

  test('is undone within ten minutes, once, and a form sent twice is one', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const key = randomUUID()
    const both = await Promise.all([
      ask(upgradeMethodForBuyer, bought, late, { key }),
      ask(upgradeMethodForBuyer, bought, late, { key }),
    ])
    expect(both).toMatchObject([{ ok: true }, { ok: true }])
    expect(await shop.changesOf(bought)).toHaveLength(1)
    expect(await ask(undoChangeForBuyer, bought, { seen: '1' })).toMatchObject({ ok: true })
    expect(await methodNow(bought)).toBe('ground')
    expect((await viewMethods(shop.testShop.services, bought.order)).options).toMatchObject([
      { method: 'overnight', cents: 5_500 },
      { method: 'pickup', cents: -3_500 },
    ])
    expect(await ask(undoChangeForBuyer, bought, { seen: '2' })).toMatchObject({ ok: false })
  })

  test('closes the page on which its buyer would pay for it', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const opened = await shop.change(changeMethod, bought, { method: 'overnight=5500' })
    if (!opened.ok) throw new Error(opened.sentence)
    await ask(upgradeMethodForBuyer, bought, late)
    await expect(payAt(opened.said!.to!)).rejects.toThrow()
    expect(await methodNow(bought)).toBe('overnight')
  })
})

describe('a dearer method that the buyer pays', () => {
  const overnight = { method: 'overnight=6000', onPhone: 'yes' }
  const sessionOf = (url: string) => /cs_[^/?#]+/.exec(url)![0]

  test('is emailed as a payment page, and done once it is paid', async () => {
    const bought = await shop.anOrder({ cases: 2 })
    expect(await ask(askForDifference, bought, overnight)).toMatchObject({
      said: {
        sentence: expect.stringContaining('emailed a page to pay $60.00, which is open until'),
      },
    })
    const [mail] = await paymentMails(bought)
    expect(mail).toMatchObject({
      amount: '$60.00',
      what: `Your order K-${bought.order.number} goes overnight once you have paid the $60.00 difference.`,
    })
    expect(await methodNow(bought)).toBe('ground')
    expect(await logged(bought)).toMatchObject([
      { action: 'payment-page-sent', after: { amount: '$60.00', onPhone: true } },
    ])
    await payAt(mail!['payUrl']!)
    await afterPayingMore(shop.testShop.services, sessionOf(mail!['payUrl']!), '127.0.0.1')
    expect(await methodNow(bought)).toBe('overnight')
    expect(await shop.changesOf(bought)).toMatchObject([
      { by: 'staff', after: { method: 'overnight', cents: 6_000 } },
    ])
    // Money moved: it is no longer undone by a press.
    const own = { order: bought.order, by: 'staff', page: '/admin' } as const
    expect(await viewChanges(shop.testShop.services, own)).toMatchObject({ canUndo: false })
    expect(await ask(undoChangeForBuyer, bought, { seen: '1' })).toMatchObject({
      ok: false,
    })
    expect(await reconciliationDifferences(shop.testShop)).toEqual([])
  })

  test('pressed twice is one page and one email', async () => {
    const bought = await shop.anOrder({ cases: 2 })
    const both = await Promise.all([
      ask(askForDifference, bought, overnight),
      ask(askForDifference, bought, overnight),
    ])
    expect(both).toMatchObject([{ ok: true }, { ok: true }])
    expect(await ask(askForDifference, bought, overnight)).toMatchObject({
      said: { sentence: expect.stringContaining('The buyer has that email') },
    })
    expect(await paymentMails(bought)).toHaveLength(1)
    expect(await logged(bought)).toHaveLength(1)
  })

  test('is served under review, by which staff opened it', async () => {
    const bought = await shop.anOrder({ cases: 2 })
    await shop.testShop.db.transaction((tx) => raiseFlag(tx, bought.order.id, 'address-differs'))
    await ask(askForDifference, bought, overnight)
    const [mail] = await paymentMails(bought)
    await payAt(mail!['payUrl']!)
    expect(
      await afterPayingMore(shop.testShop.services, sessionOf(mail!['payUrl']!), '127.0.0.1'),
    ).toMatchObject({ tone: 'good' })
    expect(await methodNow(bought)).toBe('overnight')
  })

  test('paid after the handover is refunded in full', async () => {
    const bought = await shop.anOrder({ cases: 2 })
    await ask(askForDifference, bought, overnight)
    const [mail] = await paymentMails(bought)
    await sendHandover(shop.testShop, shop.staff, [bought.shipment.number])
    await payAt(mail!['payUrl']!)
    expect(
      await afterPayingMore(shop.testShop.services, sessionOf(mail!['payUrl']!), '127.0.0.1'),
    ).toMatchObject({ sentence: expect.stringContaining('refunding all of it') })
    expect(await methodNow(bought)).toBe('ground')
    expect(await reconciliationDifferences(shop.testShop)).toEqual([])
  })

  test('is of the price that was shown, dearer, not of one’s own order, and three pages a day', async () => {
    const bought = await shop.anOrder({ cases: 2 })
    expect(await ask(askForDifference, bought, { method: '' })).toMatchObject({
      errors: { method: 'Please choose a shipping method.' },
    })
    for (const method of ['overnight=1', 'pickup=-5000']) {
      expect(await ask(askForDifference, bought, { method })).toMatchObject({
        status: 409,
        sentence: 'This order was changed in the meantime. Here is how it stands now.',
      })
    }
    const own = { ...support, id: bought.buyer.id }
    expect(await ask(askForDifference, bought, overnight, { by: own })).toMatchObject({
      sentence: expect.stringContaining('belongs to you'),
    })
    expect(await ask(askForDifference, bought, overnight, { by: shop.staff })).toMatchObject({
      status: 403,
    })
    expect(await paymentMails(bought)).toEqual([])
    for (let page = 0; page < 3; page++) {
      expect(await ask(askForDifference, bought, overnight)).toMatchObject({ ok: true })
      await shop.testShop.db.execute(sql`update checkouts set state = 'expired'
        where channel = 'difference' and state = 'open'`)
    }
    expect(await ask(askForDifference, bought, overnight)).toMatchObject({
      sentence: 'Three payment pages were opened for this order today. Please try again tomorrow.',
    })
    expect(await paymentMails(bought)).toHaveLength(3)
  })

  test('is not sent while the provider is away, and then is', async () => {
    const bought = await shop.anOrder({ cases: 2 })
    await setFault({ match: 'POST /v1/checkout/sessions', fault: 'error-before', times: 20 })
    expect(await ask(askForDifference, bought, overnight)).toMatchObject({
      sentence: expect.stringContaining('can’t be reached right now'),
    })
    expect(await paymentMails(bought)).toEqual([])
    await clearFaults()
    expect(await ask(askForDifference, bought, overnight)).toMatchObject({ ok: true })
    expect(await paymentMails(bought)).toHaveLength(1)
  })
})
