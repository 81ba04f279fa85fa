import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { checkoutLines, checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import { ProviderRefused, ProviderUnavailable } from '#payments/payments.ts'
import type { Services } from '#platform/services/services.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import type { Checkout } from './checkouts.store.server.ts'
import { checkoutById, moveToPaid } from './checkouts.store.server.ts'
import { endCheckout, endOpenCheckouts } from './end-checkout.actions.server.ts'
import { eraseUnpaid } from './erase-unpaid.actions.server.ts'
import { holderNetworkOf } from './holder-network.actions.server.ts'
import type { RecordedPayment } from './recorded-payment.actions.server.ts'
import { requestProviderSession } from './request-session.actions.server.ts'
import { viewShipTo } from './view-ship-to.actions.server.ts'
import { retryOnConflict } from './with-one-checkout.actions.server.ts'

const wine = 'malbec-2022'
let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(() => setStock(testShop.db, wine, 10))

/** An open checkout of two cases whose page is there, and that of somebody else. */
async function anOpenCheckout(row: Partial<typeof checkouts.$inferInsert> = {}): Promise<Checkout> {
  const amounts = { subtotalCents: 90_000, shippingCents: 5_000, taxCents: 0, totalCents: 95_000 }
  const [checkout] = await testShop.db
    .insert(checkouts)
    .values({
      ...{ channel: 'cart', fingerprint: '', ...amounts, shippingMethod: 'ground' },
      ...{ sessionId: `cs_${randomUUID().replaceAll('-', '')}`, expiresAt: new Date(), ...row },
    })
    .returning()
  await testShop.db.insert(checkoutLines).values({
    ...{ checkoutId: checkout!.id, productId: wine, description: '', quantity: 2 },
    ...{ unitPriceCents: 45_000, taxCents: 0 },
  })
  await testShop.db.execute(sql`update products set held = held + 2 where id = ${wine}`)
  return checkout!
}

const heldNow = async () =>
  (await testShop.db.select().from(products).where(eq(products.id, wine)))[0]!.held
const stateOf = async ({ id }: Checkout) => (await checkoutById(testShop.db, id))!.state

type Page = Partial<PaymentSession> | null
type Says = {
  /** What the provider says as the page is closed, and how a completed one is recorded. */
  closed?: Page | Error
  recorded?: RecordedPayment['state']
  /** The page that is found where its id was lost. */
  found?: Page
}

function services({ closed = null, recorded = 'open', found = null }: Says): Services {
  const { channels } = testShop.services
  const session = (id: string, page: Page) => page && ({ id, ...page } as PaymentSession)
  const channel = {
    ...channels.cart,
    find: async () => found && session('cs_found', found),
    async close(_: unknown, id: string) {
      if (closed instanceof Error) throw closed
      return session(id, closed)!
    },
    settle: async () => ({ state: recorded }) as RecordedPayment,
  }
  const payments = {
    ...testShop.services.payments,
    getSession: async (id: string) =>
      closed instanceof Error ? null : session(id, closed && { ...closed, checkoutId: null }),
  }
  return { ...testShop.services, payments, channels: { ...channels, cart: channel } } as Services
}

describe('an open checkout that ends', () => {
  const complete = { state: 'complete', paid: true } as const
  test.each<[string, Says, string, 'ended' | 'paid' | 'unknown', number]>([
    ['whose page is closed', { closed: { state: 'expired' } }, 'expired', 'ended', 0],
    ['whose page can still be paid', { closed: { state: 'open' } }, 'open', 'unknown', 2],
    ['whose page was paid', { closed: complete, recorded: 'paid' }, 'open', 'paid', 2],
    [
      'whose page was paid for shipping',
      { closed: complete, recorded: 'booked' },
      'open',
      'paid',
      2,
    ],
    ['whose offer is voided', { closed: complete, recorded: 'refused' }, 'open', 'ended', 2],
    ['that is not settled', { closed: complete, recorded: 'open' }, 'open', 'unknown', 2],
    ['while the provider is away', { closed: new ProviderUnavailable('') }, 'open', 'unknown', 2],
  ])('%s', async (_name, says, state, outcome, held) => {
    const checkout = await anOpenCheckout()
    expect(await endCheckout(services(says), checkout, 'expired')).toBe(outcome)
    expect([await stateOf(checkout), await heldNow()]).toEqual([state, held])
  })

  test('without a page, or with one whose id was lost', async () => {
    const never = await anOpenCheckout({ sessionId: null })
    expect(await endCheckout(services({}), never, 'cancelled')).toBe('ended')
    expect([await stateOf(never), await heldNow()]).toEqual(['cancelled', 0])
    const lost = await anOpenCheckout({ sessionId: null })
    const says = { found: { state: 'open' }, closed: { state: 'open' } } as const
    expect(await endCheckout(services(says), lost, 'cancelled')).toBe('unknown')
    expect([await stateOf(lost), await heldNow()]).toEqual(['open', 2])
    await expect(
      endCheckout(
        services({ closed: new Error('This is broken') }),
        await anOpenCheckout(),
        'expired',
      ),
    ).rejects.toThrow('This is broken')
  })

  test('ends with all of its user, and of no other', async () => {
    const [own, other] = [(await aMember(testShop.db)).id, (await aMember(testShop.db)).id]
    const offer = { channel: 'offering', buyerKey: `user:${own}`, userId: own } as const
    const all = [await anOpenCheckout({ userId: own }), await anOpenCheckout(offer)]
    const others = await anOpenCheckout({ userId: other })
    const both = (says: Parameters<typeof services>[0]) => {
      const { channels, ...rest } = services(says)
      return { ...rest, channels: { ...channels, offering: channels.cart } }
    }
    expect(await endOpenCheckouts(both({ closed: new ProviderUnavailable('') }), own)).toBe(false)
    expect(await endOpenCheckouts(both({ closed: { state: 'expired' } }), own)).toBe(true)
    expect(await Promise.all(all.map(stateOf))).toEqual(['cancelled', 'cancelled'])
    expect([await stateOf(others), await heldNow()]).toEqual(['open', 2])
  })
})

test.each(['open', 'expired', 'cancelled', 'paid', 'refused'] as const)(
  'a checkout becomes paid once, and not after it was paid or refused: %s',
  async (state) => {
    const checkout = await anOpenCheckout({ state })
    const move = () => testShop.db.transaction((tx) => moveToPaid(tx, checkout, new Date()))
    const moved = [await move(), await move()].map((one) => (one === null ? null : 'paid'))
    const mayBePaid = state !== 'paid' && state !== 'refused'
    expect(moved).toEqual([mayBePaid ? 'paid' : null, null])
    expect(await stateOf(checkout)).toBe(mayBePaid ? 'paid' : state)
  },
)

describe('the page of an open checkout', () => {
  const page = { id: 'cs_new', url: 'https://pay.example/new', subtotal: 90_000, total: 95_000 }
  /** Requests it; `create` is the provider. */
  async function requested(
    checkout: Checkout,
    create: (key: string) => Promise<typeof page>,
    says: Says = {},
  ) {
    const closed: string[] = []
    const asking = services({ closed: { state: 'expired' }, ...says })
    const expireSession = async (id: string) => {
      closed.push(id)
      return { id, state: 'expired' } as PaymentSession
    }
    const payments = { ...asking.payments, expireSession }
    const result = await requestProviderSession(
      { ...asking, payments },
      checkout,
      async () => create,
    )
    return { result, closed }
  }
  const unpaged = { sessionId: null }

  test('is asked for once by a key of its own, and kept', async () => {
    const checkout = await anOpenCheckout(unpaged)
    const keys: string[] = []
    const create = async (key: string) => {
      keys.push(key)
      return page
    }
    const both = await Promise.all([requested(checkout, create), requested(checkout, create)])
    expect(both.map(({ result }) => result)).toEqual(
      [1, 2].map(() => ({ ok: true, url: page.url })),
    )
    expect(keys).toEqual([`checkout:${checkout.id}:1`])
    const kept = (await checkoutById(testShop.db, checkout.id))!
    expect(kept).toMatchObject({ sessionId: 'cs_new', sessionUrl: page.url, state: 'open' })
    const again = await requested(kept, create)
    expect(again.result).toEqual({ ok: true, url: page.url })
    expect(keys).toHaveLength(1)
  })

  test.each([
    ['another subtotal', { subtotal: 90_001 }],
    ['another total', { total: 94_999 }],
  ])('with %s is closed, and its stock released', async (_name, amounts) => {
    const checkout = await anOpenCheckout(unpaged)
    const { result, closed } = await requested(checkout, async () => ({
      ...page,
      ...{ id: `cs_${randomUUID()}`, ...amounts },
    }))
    expect(result).toEqual({ ok: false, reason: 'price-differs' })
    expect(closed).toHaveLength(1)
    expect([await stateOf(checkout), await heldNow()]).toEqual(['cancelled', 0])
  })

  test('that comes too late is closed', async () => {
    const checkout = await anOpenCheckout(unpaged)
    const { result, closed } = await requested(checkout, async () => {
      await testShop.db
        .update(checkouts)
        .set({ state: 'cancelled' })
        .where(eq(checkouts.id, checkout.id))
      return { ...page, id: 'cs_late' }
    })
    expect([result, closed]).toEqual(['no-longer-open', ['cs_late']])
  })

  test('whose response was lost is found again; where there is none the next try has another key', async () => {
    const lost = () => Promise.reject(new ProviderUnavailable('lost'))
    const one = await anOpenCheckout(unpaged)
    const found = { url: 'https://pay.example/found' }
    expect((await requested(one, lost, { found })).result).toEqual({ ok: true, url: found.url })
    expect(await checkoutById(testShop.db, one.id)).toMatchObject({
      ...{ sessionId: 'cs_found', attempt: 1 },
    })
    const other = await anOpenCheckout(unpaged)
    const away = { ok: false, reason: 'provider-away' }
    expect((await requested(other, lost)).result).toEqual(away)
    expect(await checkoutById(testShop.db, other.id)).toMatchObject({
      ...{ sessionId: null, attempt: 2, state: 'open' },
    })
  })

  test('that the provider refuses holds nothing', async () => {
    const checkout = await anOpenCheckout(unpaged)
    const refused = () => Promise.reject(new ProviderRefused('odd', 'Refused.'))
    expect((await requested(checkout, refused)).result).toEqual({
      ...{ ok: false, reason: 'provider-refused' },
    })
    expect([await stateOf(checkout), await heldNow()]).toEqual(['cancelled', 0])
  })
})

describe('a buyer with a checkout that another one replaces', () => {
  const opened = (checkout: Checkout) => async () => ({ superseded: checkout })
  const never = () => Promise.reject(new Error('Nothing is paid'))

  test.each<[string, Says, string]>([
    ['that was paid', { closed: { state: 'complete' }, recorded: 'paid' }, 'already-paid'],
    ['that can’t be closed', { closed: new ProviderUnavailable('') }, 'provider-away'],
  ])('%s pays nothing', async (_name, says, reason) => {
    const checkout = await anOpenCheckout()
    const tried = retryOnConflict(services(says), opened(checkout), never)
    expect(await tried).toEqual({ ok: false, reason })
  })

  test('has it closed before the new one is paid, and gives up after three', async () => {
    const asking = services({ closed: { state: 'expired' } })
    const [old, next] = [await anOpenCheckout(), await anOpenCheckout()]
    const found = [{ superseded: old }, { checkout: next }]
    const pay = async ({ checkout }: { checkout: Checkout }) => {
      expect(await stateOf(old)).toBe('cancelled')
      return checkout.id
    }
    expect(await retryOnConflict(asking, async () => found.shift()!, pay)).toBe(next.id)
    let times = 0
    const moving = retryOnConflict(
      asking,
      async () => ({ checkout: next }),
      async () => {
        times++
        return 'no-longer-open' as const
      },
    )
    expect(await moving).toEqual({ ok: false, reason: 'provider-away' })
    expect(times).toBe(3)
    const because = retryOnConflict(asking, async () => ({ reason: 'sold-out' }), never)
    expect(await because).toEqual({ ok: false, reason: 'sold-out' })
    const away = retryOnConflict(asking, () => Promise.reject(new ProviderUnavailable('')), never)
    expect(await away).toEqual({ ok: false, reason: 'provider-away' })
    await expect(
      retryOnConflict(asking, () => Promise.reject(new Error('This is broken')), never),
    ).rejects.toThrow('This is broken')
  })
})

test('a limited login session sees neither surname nor street of where the wine goes', async () => {
  const member = await aMember(testShop.db)
  const seen = (isLimited: boolean) => viewShipTo(testShop.services, { id: member.id, isLimited })
  expect(await seen(false)).toEqual([
    'Ana Ruiz',
    '1200 Valencia Street',
    'San Francisco, California 94110',
  ])
  expect(await seen(true)).toEqual(['Ana', 'San Francisco, California 94110'])
  expect(await viewShipTo(testShop.services, member)).toHaveLength(3)
  const without = await aMember(testShop.db, { address: '' })
  expect(await viewShipTo(testShop.services, without)).toBeNull()
})

test('a hold is counted for new buyers alone, by a hash of their network', () => {
  const [limited, unlimited] = [{ available: 3 }, { available: null }]
  const paid = { emailVerified: true, lastOrderAt: new Date() }
  const confirmed = { emailVerified: true, lastOrderAt: null }
  const network = holderNetworkOf(null, '203.0.113.7', [limited])
  expect(network).toMatch(/^[\w-]{43}$/)
  expect(network).not.toContain('203')
  expect(holderNetworkOf(confirmed, '203.0.113.7', [limited, unlimited])).toBe(network)
  expect(holderNetworkOf({ ...paid, emailVerified: false }, '203.0.113.7', [limited])).toBe(network)
  expect(holderNetworkOf(null, '203.0.113.8', [limited])).not.toBe(network)
  expect(holderNetworkOf(null, '203.0.113.7', [unlimited])).toBeNull()
  expect(holderNetworkOf(paid, '203.0.113.7', [limited])).toBeNull()
  expect(holderNetworkOf(confirmed, '203.0.113.7', [limited], true)).toBeNull()
  expect(holderNetworkOf(confirmed, '', [limited])).toBeNull()
})

test('what ended unpaid keeps its buyer for thirty days, and a paid one for good', async () => {
  const { db } = testShop
  await setStock(db, wine, 100)
  const now = testShop.services.clock().getTime()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000)
  const buyer = {
    ...{ email: 'a@b.example', buyerKey: 'guest:1', fingerprint: 'a street', sessionUrl: 'u' },
    ...{ confirmationToken: 't', holderNetwork: 'n' },
  }
  const gone = { buyerKey: null, fingerprint: '', sessionUrl: null }
  const keptOf = async (row: Partial<typeof checkouts.$inferInsert>) => {
    const checkout = await anOpenCheckout({ channel: 'offering', ...buyer, ...row })
    await eraseUnpaid(testShop.services)
    const { email, ...rest } = (await checkoutById(db, checkout.id))!
    await db.update(checkouts).set({ buyerKey: null }).where(eq(checkouts.id, checkout.id))
    if (email !== null) return 'kept'
    expect(rest).toMatchObject({ ...gone, confirmationToken: null })
    expect(rest).toMatchObject({ holderNetwork: null, shipTo: null, userId: null })
    return 'erased'
  }
  for (const state of ['expired', 'cancelled', 'refused'] as const) {
    expect(await keptOf({ state, endedAt: daysAgo(30.1) }), state).toBe('erased')
    expect(await keptOf({ state, endedAt: daysAgo(29.9) }), state).toBe('kept')
    // One of an earlier version has no end: its hold has.
    expect(await keptOf({ state, expiresAt: daysAgo(31) }), state).toBe('erased')
    const late = { endedAt: daysAgo(2), expiresAt: daysAgo(31) }
    expect(await keptOf({ state, ...late }), state).toBe('kept')
  }
  expect(await keptOf({ state: 'paid', endedAt: daysAgo(99) })).toBe('kept')
  expect(await keptOf({ state: 'open', expiresAt: daysAgo(99) })).toBe('kept')
})
