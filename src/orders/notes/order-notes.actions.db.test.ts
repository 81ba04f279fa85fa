import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { seedMany } from '#app/seed/bulk.ts'
import { seedCatalogue } from '#catalogue/wines/seeded-wines.store.server.ts'
import { logOf } from '#platform/audit/record-log.actions.server.ts'
import type { CsvCell } from '#platform/csv/csv.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import type { Staff } from '#platform/services/services.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { orderList } from '../order/order-list.store.server.ts'
import { ordersByNumbers } from '../order/orders.store.server.ts'
import { orderNotes } from '../order/tables.ts'
import { viewOrderAsStaff } from '../order/view-order-as-staff.actions.server.ts'
import { addOrderNote } from './add-order-note.actions.server.ts'
import { maxNote } from './order-note.rules.ts'
import { notesOf } from './order-notes.store.server.ts'

let testShop: TestShop
let staff: User
const member = { id: randomUUID(), email: 'member@example.com', role: 'member' } as const
let numbers: number[]

beforeAll(async () => {
  testShop = await openTestShop()
  await seedCatalogue(testShop.db, 15_000)
  await seedMany(testShop.db, { users: 20, subscribers: 0, orders: 40 }, () => {})
  staff = await aStaffMember(testShop.db)
  const { rows } = await testShop.db.execute<{ number: number }>(
    'select number from orders order by number',
  )
  numbers = rows.map(({ number }) => number)
})
afterAll(() => testShop.close())

const viewed = async (number: number) => (await viewOrderAsStaff(testShop.services, staff, number))!
const listed = async (params: string) => {
  const view = await testShop.shop.viewList(staff, orderList, new URLSearchParams(params))
  if (!view.ok) throw new Error(view.reason)
  return { ...view.view.page, rows: view.view.page.rows as ListRow<typeof orderList>[] }
}
const numbersIn = async (params: string) => (await listed(params)).rows.map(({ number }) => number)

describe('a note about an order', () => {
  test('stands after the earlier ones; those of one moment stay in one order', async () => {
    const [order] = await ordersByNumbers(testShop.db, [numbers[5]!])
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
    const written = (n: number, at: string) => ({
      ...{ id: id(n), orderId: order!.id, requestKey: `${n}`, text: `${n}`, writtenBy: '' },
      at: new Date(at),
    })
    const [first, second] = ['2026-11-20T10:00:00Z', '2026-11-20T10:00:01Z'] as const
    await testShop.db
      .insert(orderNotes)
      .values([written(3, second), written(1, second), written(4, first), written(2, second)])
    const texts = (await notesOf(testShop.db, order!.id)).map(({ text }) => text)
    expect(texts).toEqual(['4', '1', '2', '3'])
  })

  test('is kept with its author, once per form, and is in the audit log', async () => {
    const number = numbers[0]!
    const key = randomUUID()
    for (let times = 0; times < 2; times++) {
      const form = { number, note: '  Gift: leave\r\nthe price out  ' }
      expect(await addOrderNote(testShop.services, staff, form, { key })).toMatchObject({
        ok: true,
      })
    }
    const { order, notes } = await viewed(number)
    const log = await logOf(testShop.db, 'order', order.id)
    expect(notes.map(({ text, writtenBy }) => [text, writtenBy])).toEqual([
      ['Gift: leave\nthe price out', staff.email],
    ])
    expect(log.filter(({ action }) => action === 'order-note-added')).toHaveLength(1)
    const [row] = (await listed(`q=K-${number}`)).rows
    expect(row).toMatchObject({ number, notes: 1 })
  })

  test('is refused empty, too long, of no order, and from all but staff', async () => {
    const add = (change: object, who: Staff = staff) =>
      addOrderNote(testShop.services, who, { number: numbers[1]!, note: 'x', ...change })
    const invalid = { errors: { note: 'Please write a note of at most 2,000 characters' } }
    expect(await add({ note: ' \n ' })).toMatchObject(invalid)
    expect(await add({ note: 'x'.repeat(maxNote + 1) })).toMatchObject(invalid)
    expect(await add({ number: 999_999 })).toMatchObject({ status: 404 })
    expect(await add({}, member)).toMatchObject({ status: 403 })
    expect((await viewed(numbers[1]!)).notes).toEqual([])
  })
})

describe('the list of orders', () => {
  test('finds a number in any writing, an amount and a payment', async () => {
    const [, , number] = numbers as [number, number, number]
    await testShop.db.execute(
      `update orders set payment_intent_id = 'pi_Abc', total_cents = 106024 where number = ${number}`,
    )
    for (const written of [number, `k${number}`, `K-${number}`, `K ${number}`, `#${number}`]) {
      expect(await numbersIn(`q=${encodeURIComponent(written)}`)).toEqual([number])
    }
    expect(await numbersIn('q=pi_Abc')).toEqual([number])
    expect(await numbersIn('q=pi_abc')).toEqual([])
    for (const amount of ['1060.24', '$1,060.24']) {
      expect(await numbersIn(`q=${encodeURIComponent(amount)}`)).toEqual([number])
    }
  })

  test('is filtered by method, state, wine, flag and days, and adds up what is left', async () => {
    const [, , , first, second] = numbers as [number, number, number, number, number]
    await testShop.db.execute(
      `update orders set shipping_method = 'overnight', ship_to = '{"state": "TX"}',
         refunded_cents = 1000, created_at = '2026-03-08 07:30:00Z' where number in (${first}, ${second})`,
    )
    await testShop.db.execute(
      `insert into order_flags (order_id, reason) select id, 'amount-differs' from orders
       where number = ${second}`,
    )
    const filtered = await listed('method=overnight&shipTo=TX&wine=malbec-2021')
    expect(filtered.rows.map(({ number }) => number)).toEqual([second, first])
    expect(filtered.totals).toEqual({
      total: 2,
      isMore: false,
      sums: { total: 2 * 63_024, refunded: 2_000 },
    })
    expect(await numbersIn('method=overnight&wine=malbec-2022')).toEqual([])
    expect(await numbersIn('flagged=amount-differs')).toEqual([second])
    expect((await listed('flagged=yes')).rows[0]).toMatchObject({ flags: ['amount-differs'] })
    // Half past eleven in the evening in Los Angeles.
    expect(await numbersIn('from=2026-03-07&to=2026-03-07')).toEqual([second, first])
    expect(await numbersIn('from=2026-03-08&to=2026-03-08')).toEqual([])
    expect(await numbersIn('to=2026-02-30&from=nonsense')).toHaveLength(40)
  })

  test('is a file with addresses, of the selected orders too', async () => {
    const [number] = numbers as [number]
    await testShop.db.execute(
      `update orders set ship_to = '{"name": "=Ana", "address": "1 Main St", "city": "Reno",
         "state": "NV", "zipCode": "89501", "phone": "7755550100"}' where number = ${number}`,
    )
    const lines: (readonly CsvCell[])[] = []
    const params = new URLSearchParams(`chosen=${number}`)
    await testShop.shop.exportList(staff, orderList, params, async (batch) => {
      lines.push(...batch)
    })
    expect(lines).toHaveLength(2)
    const named = Object.fromEntries(lines[0]!.map((heading, at) => [heading, lines[1]![at]]))
    expect(named).toMatchObject({
      Order: `K-${number}`,
      'Ship to as ordered: name': '=Ana',
      'Ship to as ordered: address': '1 Main St',
      'Ship to as ordered: city': 'Reno',
      'Ship to as ordered: state': 'NV',
      'Ship to as ordered: ZIP code': '89501',
      'Ship to as ordered: phone': '7755550100',
    })
    expect(JSON.stringify(lines)).not.toContain('irthdate')
  })

  test('prints the orders that were selected', async () => {
    const [first, second] = numbers as [number, number]
    const printed = await ordersByNumbers(testShop.db, [second, first, 999_999])
    expect(printed.map(({ number }) => number)).toEqual([first, second])
    expect(printed[0]!.lines).toHaveLength(1)
  })
})
