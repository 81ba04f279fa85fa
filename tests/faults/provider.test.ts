import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { Buyer } from './world/buyer.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import { World } from './world/world.ts'

let world: World
const members: string[] = []

beforeAll(async () => {
  world = await World.open({ env: { MAILS_PER_MINUTE: '0' } })
  await world.setStock(1_000)
  members.push(...(await world.members(80)))
})
afterAll(() => world.close())
afterEach(() => world.clearFaults())

const aBuyer = () => new Buyer(world, members.pop()!)

const orders = async () =>
  (await world.queryDatabase<{ n: number }>('select count(*)::int as n from orders'))[0]!.n

describe('the payment provider', () => {
  test('is down: the buyer reads so, nothing is lost, and the same button works later', async () => {
    const buyer = aBuyer()
    await buyer.fillCart()
    await world.fakes.stop('SIGKILL')
    const refused = await buyer.ask('/api/create-checkout-session', { json: {} })
    expect(refused.status).toBe(503)
    expect(refused.body).toContain('provider-away')
    expect(await world.shop.isReady()).toBe(true)
    await world.startFakes()
    await buyer.comeBack(await buyer.pay(await buyer.checkout()))
    await expectConsistent(world)
  })

  test('is 30 s slow: the buyer gets a response before that, and others are not delayed', async () => {
    const buyer = aBuyer()
    await buyer.fillCart()
    await world.fault({ match: 'POST /v1/checkout/sessions', fault: 'delay', ms: 30_000, times: 2 })
    let isAnswered = false
    const slow = buyer.ask('/api/create-checkout-session', { json: {} }).finally(() => {
      isAnswered = true
    })
    const other = aBuyer()
    for (let n = 0; n < 20; n++) expect((await other.ask('/mono')).status).toBe(200)
    expect(isAnswered).toBe(false)
    expect((await slow).status).toBe(503)
    await world.clearFaults()
    await buyer.comeBack(await buyer.pay(await buyer.checkout()))
    await expectConsistent(world)
  })

  const calls = [
    ['POST /v1/customers', (buyer: Buyer) => buyer.buy()],
    ['POST /v1/checkout/sessions', (buyer: Buyer) => buyer.buy()],
    ['GET /v1/checkout/sessions/cs_*', (buyer: Buyer) => buyer.buy()],
    ['POST /v1/checkout/sessions/*/expire', (buyer: Buyer) => buyer.changeMind()],
    ['POST /v1/refunds', (buyer: Buyer) => buyer.payTooLate()],
    ['POST /v1/payment_intents', (buyer: Buyer) => buyer.buyByCard()],
    ['POST /v1/payment_intents/*/confirm', (buyer: Buyer) => buyer.buyByCard()],
    ['POST /v1/payment_intents/*/capture', (buyer: Buyer) => buyer.buyOffer()],
  ] as const
  const faults = [
    ['answers 500 after it was done', 'error-after'],
    ['answers 500 with nothing done', 'error-before'],
    ['drops the response', 'drop-after'],
    ['hangs up at once', 'drop-before'],
    ['answers 429', 'rate-limit'],
  ] as const
  describe.each(faults)('%s', (_name, fault) => {
    test.each(calls)('to %s', async (match, flow) => {
      await world.fault({ match, fault, times: 2 })
      expect(await flow(aBuyer())).toBe('paid')
      await expectConsistent(world)
    })
  })

  test('is down when a page is to be closed: the cart waits, and is bought later', async () => {
    const buyer = aBuyer()
    await buyer.fillCart(2)
    await buyer.checkout()
    await world.fakes.stop('SIGKILL')
    await buyer.fillCart(1)
    const refused = await buyer.ask('/api/create-checkout-session', { json: {} })
    expect([refused.status, refused.body]).toEqual([503, expect.stringContaining('provider-away')])
    await world.startFakes()
    expect(await buyer.buy()).toBe('paid')
    await expectConsistent(world)
  })

  test('is 30 s slow to close a page: the buyer gets a response before that, and buys later', async () => {
    const buyer = aBuyer()
    await buyer.fillCart(2)
    await buyer.checkout()
    const match = 'POST /v1/checkout/sessions/*/expire'
    await world.fault({ match, fault: 'delay', ms: 30_000, times: 2 })
    await buyer.fillCart(1)
    expect((await buyer.ask('/api/create-checkout-session', { json: {} })).status).toBe(503)
    await world.clearFaults()
    expect(await buyer.buy()).toBe('paid')
    await expectConsistent(world)
  })

  /** The orders that were paid late, and how often each was refunded. */
  const refunded = () =>
    world.queryDatabase(
      `select distinct orders.state, (select count(*)::int from refunds
         where order_id = orders.id and state = 'made') as times
       from orders join order_flags as flag on flag.order_id = orders.id
       where flag.reason = 'stock-gone'`,
    )
  const given = [{ state: 'refunded', times: 1 }]
  /** Number of attempts of the refund that is due. */
  const tries = async () => {
    const [job] = await world.queryDatabase<{ attempts: number }>(
      `select attempts from graphile_worker.jobs where task_identifier = 'make-refund'`,
    )
    return job?.attempts ?? 0
  }

  test('is down when a refund is due: it is made later, once', async () => {
    // No call reaches it before its failure is injected, nor while it is down.
    await world.fault({ match: 'POST /v1/refunds', fault: 'drop-before', times: 1_000 })
    await aBuyer().payTooLate()
    await world.fakes.stop('SIGKILL')
    await expect.poll(tries, { timeout: 60_000, interval: 200 }).toBeGreaterThan(0)
    await world.startFakes()
    await expectConsistent(world)
    expect(await refunded()).toEqual(given)
  })

  test('is 30 s slow to refund: the refund is made once', async () => {
    await world.fault({ match: 'POST /v1/refunds', fault: 'delay', ms: 30_000, times: 2 })
    await aBuyer().payTooLate()
    await expectConsistent(world)
    expect(await refunded()).toEqual(given)
  })
})

describe('its events', () => {
  test('come ten times', async () => {
    await aBuyer().buy()
    const before = await orders()
    const { events } = (await (await fetch(`${world.fakes.url}/_faults`)).json()) as {
      events: { id: string }[]
    }
    const again = events.flatMap(({ id }) => Array.from({ length: 10 }, () => id))
    await Promise.all(
      again.map((id) =>
        fetch(`${world.fakes.url}/_faults/webhooks/resend`, {
          method: 'POST',
          body: JSON.stringify({ id }),
        }),
      ),
    )
    await expectConsistent(world)
    expect(await orders()).toBe(before)
  })

  test.each(['double', 'reorder', 'late', 'stale', 'forged'])('come %s', async (webhooks) => {
    await world.fault({ webhooks, ms: webhooks === 'stale' ? 600_000 : 500 })
    const buyers = Array.from({ length: 4 }, aBuyer)
    expect(new Set(await Promise.all(buyers.map((buyer) => buyer.buy())))).toEqual(
      new Set(['paid']),
    )
    await expectConsistent(world)
  })

  test('never come, and the buyer closes the window after paying', async () => {
    const before = await orders()
    await world.fault({ webhooks: 'withhold' })
    for (let n = 0; n < 3; n++) {
      const buyer = aBuyer()
      await buyer.fillCart()
      await buyer.pay(await buyer.checkout())
    }
    await fetch(`${world.fakes.url}/_faults?withheld=drop`, { method: 'DELETE' })
    await expectConsistent(world)
    expect(await orders()).toBe(before + 3)
  })
})

describe('the mail server', () => {
  test.each([
    ['is unreachable', 'refuse-connection'],
    ['accepts nothing for now', 'reject-temporarily'],
    ['closes the connection after an email', 'drop-after-data'],
  ])('%s: orders go on, and each email leaves once it is back', async (_name, smtp) => {
    const times = smtp === 'drop-after-data' ? 1 : 1_000
    const rule = await world.fault({ smtp, times })
    for (let n = 0; n < 3; n++) expect(await aBuyer().buy()).toBe('paid')
    // Not before an email has met the fault.
    await expect.poll(() => world.timesLeft(rule), { timeout: 30_000 }).toBeLessThan(times)
    await world.clearFaults()
    await expectConsistent(world)
  })
})
