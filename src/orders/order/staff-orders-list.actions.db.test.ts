import { desc, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import type { ListPage } from '#platform/list/list-query.rules.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'

import { raiseFlag } from '../flags/order-flags.store.server.ts'
import { countFlaggedOrders } from '../flags/order-flags.store.server.ts'
import { orderList } from './order-list.store.server.ts'
import { orders } from './tables.ts'

const { testShop, staff, anOrder, resolve } = await openOrdersShop()

describe('the list of orders', () => {
  const list = async (address: string, before: number | null = null) => {
    const params = new URLSearchParams(address)
    if (before) params.set('before', String(before))
    const viewed = await testShop.shop.viewList(staff, orderList, params)
    if (!viewed.ok) throw new Error(viewed.reason)
    const flagged = await countFlaggedOrders(testShop.db)
    return {
      ...(viewed.view.page as ListPage<ListRow<typeof orderList>>),
      flagged: Number(flagged),
    }
  }

  test('is found by number, name or either half of an email, and narrowed', async () => {
    const order = await anOrder(1)
    const numbers = async (address: string) =>
      (await list(address)).rows.map(({ number }) => number)
    const [name] = order.email.split('@')
    for (const search of [
      `K-${order.number}`,
      String(order.number),
      order.email,
      order.paymentIntentId!,
      order.sessionId!,
      // Eight characters may be digits alone, which are an order's number.
      name!.slice(0, 13),
    ]) {
      expect(await numbers(`q=${encodeURIComponent(search)}`)).toEqual([order.number])
    }
    expect(await numbers(`q=${order.number}&channel=offering`)).toEqual([])
    expect(await numbers('q=nobody')).toEqual([])
    expect(await numbers("q='%20or%201=1")).toEqual([])
    await raiseFlag(testShop.db, order.id, 'amount-differs')
    await raiseFlag(testShop.db, order.id, 'address-differs')
    expect(await numbers('flagged=yes')).toContain(order.number)
    const counted = (await list('')).flagged
    await resolve(order, 'amount-differs')
    expect(await numbers('flagged=yes')).toContain(order.number)
    expect((await list('')).flagged).toBe(counted)
    await resolve(order, 'address-differs')
    expect(await numbers('flagged=yes')).not.toContain(order.number)
    expect((await list('')).flagged).toBe(counted - 1)
  })

  test('pages from the newest to the oldest, each order once', async () => {
    // Three at each moment: where a page ends, the number decides.
    await testShop.db.execute(sql`
      with begun as (
        insert into checkouts (channel, state, fingerprint, shipping_method, subtotal_cents,
          shipping_cents, tax_cents, total_cents, expires_at)
        select 'offering', 'paid', '', 'ground', 45000, 3500, 3263, 51763, now()
        from generate_series(1, 60) returning id)
      insert into orders (checkout_id, channel, email, name, shipping_method, ship_to,
        subtotal_cents, shipping_cents, tax_cents, total_cents, created_at)
      select id, 'offering', 'many@example.com', 'Many', 'ground', '{"state":"CA"}',
        45000, 3500, 3263, 51763, now() - make_interval(days => (row_number() over () / 3)::int)
      from begun`)
    const seen: number[] = []
    let before: number | null = null
    for (;;) {
      const page = await list('size=25', before)
      seen.push(...page.rows.map(({ number }) => number))
      if (page.older === null) break
      before = page.older
    }
    const all = await testShop.db
      .select({ number: orders.number })
      .from(orders)
      .orderBy(desc(orders.createdAt), desc(orders.number))
    expect(seen).toEqual(all.map(({ number }) => number))
    expect(seen.length).toBeGreaterThan(60)
  })
})
