import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ProviderMovement } from '#payments/movements.rules.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import type { Services } from '#platform/services/services.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { reconciliations } from '../reconciliation/tables.ts'
import { closeMonth, reopenMonth } from './close-month.actions.server.ts'
import { monthBasis } from './month-basis.actions.server.ts'
import type { MonthFigures } from './month-figures.rules.ts'
import { bookedMovements } from './month-lines.store.server.ts'
import { insertMonth, lastClosedMonth, reconciliationOf } from './months.store.server.ts'
import { bookMovements, lastRead, lockAccounts, owedBefore } from './movements.store.server.ts'
import { prepareMonth, readMovements } from './read-movements.actions.server.ts'
import { accountingFiles, accountingMonths, movementReads, providerMovements } from './tables.ts'

const pacific = 'America/Los_Angeles'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await testShop.db.delete(accountingFiles)
  await testShop.db.delete(accountingMonths)
  await testShop.db.delete(providerMovements)
  await testShop.db.delete(movementReads)
})

const movement = (
  id: string,
  createdAt: string,
  amount: number,
  kind: 'charge' | 'refund' = 'refund',
): ProviderMovement => ({
  id,
  kind,
  category: kind,
  amount,
  fee: kind === 'charge' ? 300 : 0,
  sourceId: `${id}-source`,
  paymentId: 'pi_1',
  description: '',
  createdAt: new Date(createdAt),
})

/** Reads these movements as the provider lists them. */
const read = (...movements: ProviderMovement[]) =>
  readMovements({
    ...testShop.services,
    payments: {
      ...testShop.services.payments,
      async *movementPages() {
        yield movements
      },
    } as Services['payments'],
  })

const closeOctober = () =>
  testShop.db.transaction((tx) =>
    insertMonth(tx, {
      month: '2026-10',
      closedAt: new Date('2026-11-02T18:00:00Z'),
      closedBy: 'ana@kohue.example',
      figures: { opening: 100, closing: 49_700 } as MonthFigures,
      hashes: {},
      files: { lines: Buffer.from(''), sums: Buffer.from(''), summary: Buffer.from('') },
    }),
  )

const booked = async () =>
  Object.fromEntries(
    (await testShop.db.select().from(providerMovements)).map(({ id, dated, month }) => [
      id,
      [dated, month],
    ]),
  )

test('a movement is booked in the month of the shop’s calendar, not of UTC', async () => {
  await read(
    movement('last-of-october', '2026-11-01T06:59:59Z', 50_000, 'charge'),
    movement('first-of-november', '2026-11-01T07:00:00Z', 50_000, 'charge'),
  )
  expect(await booked()).toEqual({
    'last-of-october': ['2026-10', '2026-10'],
    'first-of-november': ['2026-11', '2026-11'],
  })
  const now = new Date('2026-11-03T00:00:00Z')
  const { status } = await monthBasis(testShop.db, '2026-10', { now, timeZone: pacific })
  expect(status.to).toEqual(new Date('2026-11-01T07:00:00Z'))
})

test('a movement of a closed month is booked in the first open one, and the closing stays', async () => {
  await read(movement('charge', '2026-10-05T12:00:00Z', 50_000, 'charge'))
  expect(await owedBefore(testShop.db, '2026-11')).toBe(49_700)
  await closeOctober()
  await read(
    movement('late', '2026-10-20T12:00:00Z', -1_000),
    movement('in-time', '2026-12-01T12:00:00Z', -2_000),
  )
  expect(await booked()).toEqual({
    charge: ['2026-10', '2026-10'],
    late: ['2026-10', '2026-11'],
    'in-time': ['2026-12', '2026-12'],
  })
  expect(await lastClosedMonth(testShop.db)).toEqual({ month: '2026-10', closing: 49_700 })
  expect(await owedBefore(testShop.db, '2026-11')).toBe(49_700)
  expect(await owedBefore(testShop.db, '2026-12')).toBe(48_700)
})

test('refunds booked in an earlier month come first, whatever their dates', async () => {
  await testShop.db.transaction((tx) =>
    bookMovements(
      tx,
      [
        movement('charge', '2026-10-05T12:00:00Z', 50_000, 'charge'),
        movement('october', '2026-10-25T12:00:00Z', -2_000),
      ],
      (at) => at.toISOString().slice(0, 7),
    ),
  )
  await closeOctober()
  await read(
    movement('late', '2026-10-20T12:00:00Z', -1_000),
    movement('november', '2026-11-03T12:00:00Z', -500),
  )
  const before = async (month: string) =>
    Object.fromEntries(
      (await bookedMovements(testShop.db, month)).map(({ id, refundedBefore }) => [
        id,
        refundedBefore.map(({ amount }) => amount),
      ]),
    )
  expect(await before('2026-10')).toEqual({ charge: [], october: [] })
  expect(await before('2026-11')).toEqual({ late: [-2_000], november: [-2_000, -1_000] })
})

test('a payment that is booked late is of that month for what refunds it, too', async () => {
  await closeOctober()
  await read(
    movement('late', '2026-10-20T12:00:00Z', 50_000, 'charge'),
    movement('november', '2026-11-03T12:00:00Z', -1_000),
  )
  const lines = await bookedMovements(testShop.db, '2026-11')
  expect(lines.map(({ id, paidIn }) => [id, paidIn])).toEqual([
    ['late', '2026-11'],
    ['november', '2026-11'],
  ])
})

test('a month is compared by a finished comparison of the whole of it', async () => {
  const [from, to] = [new Date('2026-10-01T07:00:00Z'), new Date('2026-11-01T07:00:00Z')]
  const compared = async (run: Partial<typeof reconciliations.$inferInsert>) => {
    const whole = { startedAt: to, finishedAt: to, spanFrom: from, spanTo: to }
    await testShop.db.insert(reconciliations).values({ ...whole, differenceCount: 0, ...run })
    return (await reconciliationOf(testShop.db, { from, to })) !== null
  }
  expect(await compared({ spanFrom: new Date('2026-10-02T07:00:00Z') })).toBe(false)
  expect(await compared({ spanTo: new Date('2026-10-31T07:00:00Z') })).toBe(false)
  expect(await compared({ finishedAt: null })).toBe(false)
  expect(await compared({ hasFailed: true })).toBe(false)
  expect(await compared({})).toBe(true)
  const began = new Date('2026-11-02T09:00:00Z')
  await compared({ startedAt: began, finishedAt: new Date('2026-11-02T09:05:00Z') })
  expect(await reconciliationOf(testShop.db, { from, to })).toMatchObject({ at: began })
})

test('the last good read is the one that went furthest, whichever was written last', async () => {
  const run = { startedAt: new Date(0), readFrom: new Date(0), finishedAt: new Date(0) }
  const [far, near] = [new Date('2026-11-02T10:00:00Z'), new Date('2026-11-01T10:00:00Z')]
  await testShop.db.insert(movementReads).values([
    { ...run, readTo: far },
    { ...run, readTo: near },
  ])
  expect(await lastRead(testShop.db)).toMatchObject({ readTo: far })
})

test('closing a month, opening it again and booking movements wait for each other', async () => {
  const { db, services } = testShop
  const owner = { ...(await aMember(db)), role: 'staff' as const, duties: ['owner' as const] }
  await closeOctober()
  const waiting = [
    () => closeMonth(services, owner, { month: '2026-11', seen: '' }),
    () => reopenMonth(services, owner, { month: '2026-10', reason: 'A slip.' }),
    () => read(movement('charge', '2026-11-05T12:00:00Z', 50_000, 'charge')),
  ]
  for (const act of waiting) {
    const { running } = await db.transaction(async (tx) => {
      await lockAccounts(tx)
      const begun = act()
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
      return { running: begun }
    })
    await running
  }
})

test('a read begins three days before the end of the last good one, and leaves the last minute', async () => {
  const asked: [string, string][] = []
  const readAt = (
    at: string,
    { month, isAway = false }: { month?: string; isAway?: boolean } = {},
  ) =>
    readMovements(
      {
        ...testShop.services,
        clock: () => new Date(at),
        payments: {
          ...testShop.services.payments,
          async *movementPages({ from, to }: { from: Date; to: Date }) {
            asked.push([from.toISOString(), to.toISOString()])
            if (isAway) throw new ProviderUnavailable('away')
            yield [movement('charge', '2026-10-05T12:00:00Z', 50_000, 'charge')]
          },
        } as unknown as Services['payments'],
      },
      month === undefined ? {} : { month },
    )
  expect(await readAt('2026-10-31T10:00:30.500Z')).toBe(true)
  expect(await readAt('2026-11-01T10:00:00Z', { isAway: true })).toBe(false)
  expect(await readAt('2026-11-02T10:00:00Z')).toBe(true)
  await readAt('2026-11-02T10:00:00Z', { month: '2026-11' })
  await readAt('2026-11-02T10:00:00Z', { month: '2026-10' })
  const ended = (await testShop.db.select().from(movementReads).orderBy(movementReads.id)).map(
    ({ hasFailed }) => hasFailed,
  )
  expect(ended).toEqual([false, true, false, false, false])
  expect(asked).toEqual([
    ['1970-01-01T00:00:00.000Z', '2026-10-31T09:59:30.000Z'],
    ['2026-10-28T09:59:30.000Z', '2026-11-01T09:59:00.000Z'],
    ['2026-10-28T09:59:30.000Z', '2026-11-02T09:59:00.000Z'],
    ['2026-10-30T09:59:00.000Z', '2026-11-02T09:59:00.000Z'],
    ['2026-10-01T07:00:00.000Z', '2026-11-02T09:59:00.000Z'],
  ])
})

test('a month is compared from its first moment, and not before its movements are read', async () => {
  const { db, services } = testShop
  await db.delete(reconciliations)
  const prepareAt = (at: string, isAway: boolean) =>
    prepareMonth(
      {
        ...services,
        clock: () => new Date(at),
        payments: {
          ...services.payments,
          async *movementPages() {
            if (isAway) throw new ProviderUnavailable('away')
            yield [movement('charge', '2026-10-05T12:00:00Z', 50_000, 'charge')]
          },
        } as unknown as Services['payments'],
      },
      { month: '2026-10', requestedBy: 'ana@kohue.example' },
    )
  await prepareAt('2026-11-02T06:00:00Z', true)
  expect(await db.select().from(reconciliations)).toEqual([])
  await prepareAt('2026-11-02T06:00:00Z', false)
  const span = { from: new Date('2026-10-01T07:00:00Z'), to: new Date('2026-11-01T07:00:00Z') }
  expect(await reconciliationOf(db, span)).toMatchObject({ isWhole: true })
})
