import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { allocations, releases } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { viewsOf } from '#tests/harness/list-views.ts'
import { releaseDrafts, saveRow } from '#tests/harness/release-drafts.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import { countStatements } from '#tests/harness/statements.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { allocationList } from './allocation-list.store.server.ts'
import {
  addAllocation,
  importAllocationFile,
  saveAllocations,
} from './save-allocation.actions.server.ts'

let testShop: TestShop
let staff: Awaited<ReturnType<typeof aStaffMember>>
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

const { aDraft, aDraftWithWine, aCustomer, allocate, schedule, wineRow } = releaseDrafts(() => ({
  testShop,
  staff,
}))

const take = (id: string, file: Uint8Array<ArrayBuffer>) =>
  importAllocationFile(testShop.services, staff, { id, file: new File([file], 'a.csv') })

describe('an allocation', () => {
  test('is only for an account that has confirmed its email, once per wine', async () => {
    const { draft, wine } = await aDraftWithWine()
    const [confirmed, not] = [await aCustomer(), await aCustomer(false)]
    expect(await allocate(draft.id, wine, confirmed.email.toUpperCase(), 2)).toMatchObject({
      ok: true,
    })
    expect(await allocate(draft.id, wine, confirmed.email, 2)).toMatchObject({
      sentence: 'This person already has an allocation of this wine: change it in the list.',
    })
    expect(await allocate(draft.id, wine, not.email, 2)).toMatchObject({
      errors: { email: 'No account has confirmed this email.' },
    })
    expect(await allocate(draft.id, wine, confirmed.email, 100)).toMatchObject({
      errors: { units: 'A whole number from 0 to 99, please.' },
    })
  })

  test('of one’s own is given by a colleague or an owner', async () => {
    const { services, db } = testShop
    const { draft, wine } = await aDraftWithWine()
    const own = await aStaffMember(db)
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, own.id))
    const cellar = { ...own, duties: ['releases' as const] }
    const sentence = 'This is for your own account. A colleague has to do this.'
    const adding = { id: draft.id, search: '', email: own.email, units: '2', wine, wave: '' }
    expect(await addAllocation(services, cellar, adding)).toMatchObject({ sentence })
    const file = new File([`email,wine,units,wave\n${own.email},${wine},3,`], 'a.csv')
    const importing = { id: draft.id, search: '', file }
    expect(await importAllocationFile(services, cellar, importing)).toMatchObject({ sentence })
    const second = await aMember(db, { lastName: 'STAFF', phone: '+1 (415) 555-0123' })
    const named = new File([`email,wine,units,wave\n${second.email},${wine},3,`], 'b.csv')
    expect(
      await importAllocationFile(services, cellar, { ...importing, file: named }),
    ).toMatchObject({ sentence })
    expect(await addAllocation(services, cellar, { ...adding, email: second.email })).toMatchObject(
      {
        sentence,
      },
    )
    const other = await aMember(db, { lastName: 'Other' })
    const others = { ...adding, email: other.email }
    expect(await addAllocation(services, cellar, others)).toMatchObject({ ok: true })
    expect(await addAllocation(services, own, adding)).toMatchObject({ ok: true })
    const [row] = await db.select().from(allocations).where(eq(allocations.userId, own.id))
    const more = { id: row!.id, version: row!.version, units: 9, waveId: row!.waveId, note: '' }
    const saved = await saveRow(testShop, cellar, draft.id, more)
    expect(saved).toMatchObject({ error: sentence })
    expect(await saveRow(testShop, own, draft.id, more)).toMatchObject({ ok: true })
  })

  test('promises nothing once the promise of its release is over, also in a file', async () => {
    const { draft, wine } = await aDraftWithWine('2')
    await schedule(draft.id)
    const over = {
      opensAt: sql`now() - interval '2 hours'`,
      promiseUntil: sql`now() - interval '1 hour'`,
    }
    await testShop.db.update(releases).set(over).where(eq(releases.id, draft.id))
    const [added, sent] = [await aCustomer(), await aCustomer()]
    expect(await allocate(draft.id, wine, added.email, 3)).toMatchObject({ ok: true })
    const file = Buffer.from(`email,wine,units,wave\n${sent.email},${wine},3,`)
    expect(await take(draft.id, file)).toMatchObject({ ok: true })
    const rows = await testShop.db
      .select()
      .from(allocations)
      .where(eq(allocations.releaseId, draft.id))
    expect(rows.map(({ units, isPromised }) => ({ units, isPromised }))).toEqual([
      { units: 3, isPromised: false },
      { units: 3, isPromised: false },
    ])
    expect(await wineRow(wine)).toMatchObject({ promised: 0 })
  })

  test('moves the promise with it, never below what is taken nor beyond the stock', async () => {
    const { draft, wine } = await aDraftWithWine('10')
    const customer = await aCustomer()
    await allocate(draft.id, wine, customer.email, 4)
    await schedule(draft.id)
    const [row] = await testShop.db
      .select()
      .from(allocations)
      .where(eq(allocations.userId, customer.id))
    await testShop.db.update(allocations).set({ bought: 2 }).where(eq(allocations.id, row!.id))
    await testShop.db.update(products).set({ promised: 2, sold: 2 }).where(eq(products.id, wine))
    const save = async (units: number, version: number) =>
      saveRow(testShop, staff, draft.id, {
        ...{ id: row!.id, version, units, waveId: row!.waveId, note: '' },
      })
    expect(await save(1, row!.version)).toMatchObject({
      error: '2 are already bought or in payment; it can’t be fewer.',
    })
    expect(await save(6, row!.version)).toMatchObject({ ok: true })
    expect(await wineRow(wine)).toMatchObject({ promised: 4 })
    expect(await save(7, row!.version)).toMatchObject({
      error: expect.stringMatching(/^Changed in the meantime by .*: 6 units, /),
      units: '7',
    })
    expect(await save(11, row!.version + 1)).toMatchObject({
      error: 'There is not enough wine left for that many.',
    })
    expect(await wineRow(wine)).toMatchObject({ promised: 4 })
    await testShop.db
      .update(releases)
      .set({ opensAt: new Date(Date.now() - 60_000) })
      .where(eq(releases.id, draft.id))
    expect(await save(5, row!.version + 1)).toMatchObject({
      error: 'The release is open: units can only be raised, and they are 6.',
    })
  })

  test('that is added to a promised release is promised, or not added where there is too little', async () => {
    const { db } = testShop
    const { draft, wine } = await aDraftWithWine('5')
    const [first, second, third] = [await aCustomer(), await aCustomer(), await aCustomer()]
    await allocate(draft.id, wine, first.email, 2)
    expect(await wineRow(wine)).toMatchObject({ promised: 0 })
    await schedule(draft.id)
    expect(await allocate(draft.id, wine, second.email, 3)).toMatchObject({ ok: true })
    expect(await wineRow(wine)).toMatchObject({ promised: 5 })
    expect(await allocate(draft.id, wine, third.email, 1)).toMatchObject({
      ...{ status: 409, sentence: 'There is not enough wine left for that many.' },
    })
    expect(await wineRow(wine)).toMatchObject({ promised: 5 })
    const rows = await db.select().from(allocations).where(eq(allocations.productId, wine))
    expect(rows.map(({ userId, isPromised }) => [userId, isPromised])).toEqual(
      expect.arrayContaining([
        [first.id, true],
        [second.id, true],
      ]),
    )
    expect(rows).toHaveLength(2)
    const noted = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, draft.id))
      .orderBy(auditLog.id)
    expect(noted.filter(({ action }) => action === 'allocation-updated').at(-1)).toMatchObject({
      ...{ actorEmail: staff.email, after: { user: second.id, wine, units: 3 } },
    })
  })

  test('is saved for itself: rows that are refused come back, those as before are left alone', async () => {
    const { db, services } = testShop
    const { draft, wine } = await aDraftWithWine('50')
    const people = [await aCustomer(), await aCustomer(), await aCustomer()]
    for (const { email } of people) await allocate(draft.id, wine, email, 2)
    const rowsNow = async () => {
      const all = await db.select().from(allocations).where(eq(allocations.productId, wine))
      return people.map(({ id }) => all.find(({ userId }) => userId === id)!)
    }
    const [one, two, three] = await rowsNow()
    const send = (rows: readonly (typeof one & { typed?: Partial<Record<string, string>> })[]) => {
      const was = { units: '2', wave: '', note: '' }
      const fields = Object.entries(was).flatMap(([name, before]) => [
        [name, rows.map(({ typed }) => typed?.[name] ?? before)],
        [`base.${name}`, rows.map(() => before)],
      ])
      return saveAllocations(services, staff, {
        ...{ id: draft.id, allocation: rows.map(({ id }) => id), ...Object.fromEntries(fields) },
        version: rows.map(({ version }) => String(version)),
      } as never)
    }
    const bad = { ...two!, typed: { units: 'x' } }
    expect(await send([bad])).toMatchObject({ ok: false, status: 400 })
    const noted = { ...one!, typed: { note: 'Called.' } }
    const sent = await send([noted, bad, three!])
    expect(sent).toMatchObject({ ok: false, status: 409, shown: { rows: [{ id: two!.id }] } })
    expect((await rowsNow()).map(({ note, version }) => [note, version])).toEqual([
      ['Called.', one!.version + 1],
      ['', two!.version],
      ['', three!.version],
    ])
    expect(await send([three!])).toMatchObject({ ok: true, done: { changed: [] } })
    // Of two who changed different fields of a row both are kept.
    const later = await send([{ ...one!, typed: { units: '4' } }])
    expect(later).toMatchObject({
      shown: { rows: [{ units: '4', note: 'Called.', version: one!.version + 1 }] },
    })
  })

  test('file that is no file of allocations, or too large, is refused as a whole', async () => {
    const { draft } = await aDraftWithWine()
    expect(await take(draft.id, Buffer.from('nothing of it'))).toMatchObject({ status: 422 })
    expect(await take(draft.id, Buffer.from('email,wine,units'))).toMatchObject({
      ...{ status: 409, sentence: 'There are no rows in this file.' },
    })
    expect(await take(draft.id, Buffer.from('email,wine,units\n"open,1,1'))).toMatchObject({
      sentence: 'This could not be read as CSV in UTF-8. A quotation mark may be missing.',
    })
    expect(await take(draft.id, Buffer.alloc(6_000_000, 'a'))).toMatchObject({
      ...{ status: 413, sentence: 'This file is too large: at most 20,000 rows and 5 MB.' },
    })
    const rows = await testShop.db
      .select()
      .from(allocations)
      .where(eq(allocations.releaseId, draft.id))
    expect(rows).toEqual([])
  })

  test('is found by what was bought of it, and by having been changed by hand', async () => {
    const { db, shop } = testShop
    const { draft, wine } = await aDraftWithWine()
    const [byHand, buyer, none] = [await aCustomer(), await aCustomer(), await aCustomer()]
    await allocate(draft.id, wine, byHand.email, 2)
    const file = Buffer.from(`email,wine,units,wave\n${buyer.email},${wine},3,`)
    await take(draft.id, file)
    const mine = eq(allocations.userId, buyer.id)
    await db.update(allocations).set({ bought: 1, held: 1 }).where(mine)
    // Who gets none has nothing to buy.
    const left = { releaseId: draft.id, productId: wine, units: 0, origin: 'rule' } as const
    await db.insert(allocations).values({ ...left, userId: none.id })
    const found = async (only?: string) => {
      const asked = new URLSearchParams({ release: draft.id, ...(only && { only }) })
      const viewed = await shop.viewList(staff, allocationList, asked)
      const rows = viewed.ok ? (viewed.view.page.rows as ListRow<typeof allocationList>[]) : []
      return rows.map(({ email }) => email)
    }
    expect(await found()).toHaveLength(3)
    expect(await found('not-bought')).toEqual([byHand.email])
    expect(await found('by-hand')).toEqual([byHand.email])
    const views = await viewsOf(db, allocationList, { named: 'email' })
    expect((views.file as string[]).find((line) => line.includes(buyer.email))).toBe(
      `${buyer.email} | ${wine} | 3 |  | 1 | 1 | File | `,
    )
  })

  test('has its wave and note changed in its row; the later of two reads the other’s', async () => {
    const { db } = testShop
    const { draft, wine } = await aDraftWithWine()
    const customer = await aCustomer()
    await allocate(draft.id, wine, customer.email, 2)
    const rowNow = async () => {
      const mine = eq(allocations.userId, customer.id)
      return (await db.select().from(allocations).where(mine))[0]!
    }
    await db.update(allocations).set({ origin: 'rule' }).where(eq(allocations.userId, customer.id))
    const { id, version } = await rowNow()
    const [, everyone] = draft.fields.waves
    const edit = { id, version, units: 2, waveId: everyone!.id, note: 'Asked by phone.' }
    expect(await saveRow(testShop, staff, draft.id, edit)).toMatchObject({ ok: true })
    // By hand from now on, so that applying the rules again leaves it.
    expect(await rowNow()).toMatchObject({
      ...{ waveId: everyone!.id, note: 'Asked by phone.', origin: 'manual' },
    })
    // Its first answer was lost, and it is sent again.
    expect(await saveRow(testShop, staff, draft.id, edit)).toMatchObject({ ok: true })
    expect(await rowNow()).toMatchObject({ version: version + 1 })
    const later = await saveRow(testShop, staff, draft.id, { ...edit, units: 5 })
    expect(later).toMatchObject({
      ...{ version: version + 1, units: '5', wave: everyone!.id, note: 'Asked by phone.' },
      error: `Changed in the meantime by ${staff.email}: 2 units, Everyone. Your own changes are in the fields: save again to keep them.`,
    })
    const other = (await aDraft()).fields.waves[0]!.id
    const elsewhere = { ...edit, version: version + 1, waveId: other }
    expect(await saveRow(testShop, staff, draft.id, elsewhere)).toMatchObject({
      error: 'This wave is not in this release.',
    })
    await db
      .update(releases)
      .set({ state: 'scheduled', opensAt: new Date(Date.now() - 60_000) })
      .where(eq(releases.id, draft.id))
    const moved = { ...edit, version: version + 1, waveId: null }
    expect(await saveRow(testShop, staff, draft.id, moved)).toMatchObject({
      error: 'The wave can no longer be changed.',
    })
  })

  test('file of ten thousand rows: nothing with bad ones, all without', async () => {
    const { draft, wine } = await aDraftWithWine('50000')
    const count = 10_000
    await testShop.db.execute(`
      insert into users (name, first_name, email, email_verified)
      select 'P', 'P', 'person' || n || '@bulk.example', true from generate_series(1, ${count}) n`)
    const rows = Array.from(
      { length: count },
      (_, n) => `person${n + 1}@bulk.example,${wine},2,Club`,
    )
    const file = (lines: readonly string[]) =>
      Buffer.from(['email,wine,units,wave', ...lines].join('\n'))
    const bad = rows.with(10, `nobody@bulk.example,${wine},2,Club`).with(20, `x,${wine},2,`)
    const refused = await take(draft.id, file(bad))
    expect(refused).toMatchObject({
      ...{ ok: false, status: 422, sentence: 'Nothing was saved. 2 rows were refused.' },
      // Both kinds at once, by the lines of a spreadsheet.
      shown: {
        refused: [
          { row: 12, field: 'email', problem: 'unknown-email' },
          { row: 22, field: 'email', problem: 'no-email' },
        ],
      },
    })
    const both = [
      `nobody@bulk.example,${wine},100,Club`,
      '',
      `person1@bulk.example,${wine},1,Later`,
    ]
    expect(await take(draft.id, file(both))).toMatchObject({
      ...{ status: 422, sentence: 'Nothing was saved. 2 rows were refused.' },
      shown: {
        refused: [
          { row: 2, field: 'units', problem: 'not-units' },
          { row: 2, field: 'email', problem: 'unknown-email' },
          { row: 4, field: 'wave', problem: 'unknown-wave' },
        ],
      },
    })
    const unknown = rows.with(10, `nobody@bulk.example,${wine},2,Club`)
    expect(await take(draft.id, file(unknown))).toMatchObject({
      ...{ status: 422, sentence: 'Nothing was saved. 1 row was refused.' },
      shown: { refused: [{ row: 12, field: 'email', problem: 'unknown-email' }] },
    })
    const taking = (lines: readonly string[]) => () => take(draft.id, file(lines))
    const one = await countStatements(taking(rows.slice(0, 1)))
    const all = await countStatements(taking(rows))
    expect(all.result).toMatchObject({ ok: true, done: { rows: count } })
    expect(all.statements).toBe(one.statements)
    await schedule(draft.id)
    expect(await wineRow(wine)).toMatchObject({ promised: 2 * count })
    const more = [`person1@bulk.example,${wine},5,Club`]
    await take(draft.id, file(more))
    expect(await wineRow(wine)).toMatchObject({ promised: 2 * count + 3 })
    const added = await aCustomer()
    await take(draft.id, file([`${added.email},${wine},4,Club`]))
    expect(await wineRow(wine)).toMatchObject({ promised: 2 * count + 7 })
    // Nothing is promised where the promise of the row is over.
    const person = sql`user_id = (select id from users where email = 'person1@bulk.example')`
    await testShop.db.update(allocations).set({ isPromised: false, bought: 3 }).where(person)
    await testShop.db
      .update(products)
      .set({ promised: 2 * count + 2 })
      .where(eq(products.id, wine))
    await take(draft.id, file([`person1@bulk.example,${wine},6,Club`]))
    expect(await wineRow(wine)).toMatchObject({ promised: 2 * count + 2 })
    const fewer = (units: number) =>
      take(draft.id, file([`person1@bulk.example,${wine},${units},Club`]))
    const refusedAs = (problem: string) => ({
      shown: { refused: [{ row: 2, field: 'units', problem }] },
    })
    expect(await fewer(2)).toMatchObject(refusedAs('below-taken'))
    expect(await fewer(3)).toMatchObject({ ok: true })
    await testShop.db
      .update(releases)
      .set({ opensAt: new Date(Date.now() - 60_000) })
      .where(eq(releases.id, draft.id))
    await testShop.db.update(allocations).set({ units: 6 }).where(person)
    expect(await fewer(5)).toMatchObject(refusedAs('only-upwards'))
    expect(await fewer(6)).toMatchObject({ ok: true })
  })

  test('file moves nobody to another wave once the release is open, with or without the wave', async () => {
    const { draft, wine } = await aDraftWithWine('50')
    const { id, email } = await aCustomer()
    const send = (units: number, wave: string) =>
      take(draft.id, Buffer.from(`email,wine,units,wave\n${email},${wine},${units},${wave}`))
    expect(await send(2, 'Everyone')).toMatchObject({ ok: true })
    await schedule(draft.id)
    const opened = { opensAt: new Date(Date.now() - 60_000) }
    await testShop.db.update(releases).set(opened).where(eq(releases.id, draft.id))
    expect(await send(3, 'Club')).toMatchObject({
      status: 422,
      shown: { refused: [{ row: 2, field: 'wave', problem: 'wave-fixed' }] },
    })
    for (const [units, wave] of [
      [4, ''],
      [5, 'Everyone'],
    ] as const) {
      expect(await send(units, wave)).toMatchObject({ ok: true })
      const [row] = await testShop.db.select().from(allocations).where(eq(allocations.userId, id))
      const name = draft.fields.waves.find((one) => one.id === row!.waveId)?.name
      expect([row!.units, name]).toEqual([units, 'Everyone'])
    }
    await testShop.db.update(allocations).set({ waveId: null }).where(eq(allocations.userId, id))
    expect(await send(5, 'Club')).toMatchObject({ status: 422 })
    // Someone new is allocated some in any wave.
    const other = await aCustomer()
    const added = Buffer.from(`email,wine,units,wave\n${other.email},${wine},1,Club`)
    expect(await take(draft.id, added)).toMatchObject({ ok: true })
  })

  test('file locks the rows of a customer as purchases do, whatever their order in it', async () => {
    const { db } = testShop
    const { draft, wine } = await aDraftWithWine()
    const customers = await Promise.all([aCustomer(), aCustomer()])
    for (const { email } of customers) await allocate(draft.id, wine, email, 1)
    const [first, second] = await db
      .select({ id: allocations.id, email: users.email })
      .from(allocations)
      .innerJoin(users, eq(users.id, allocations.userId))
      .where(eq(allocations.releaseId, draft.id))
      .orderBy(allocations.id)
    const file = `email,wine,units,wave\n${second!.email},${wine},2,\n${first!.email},${wine},2,`
    const lock = (one: typeof first) =>
      sql`select from allocations where id = ${one!.id} for update nowait`
    const { importing } = await db.transaction(async (tx) => {
      await tx.execute(lock(first))
      const waiting = take(draft.id, Buffer.from(file))
      await expect.poll(() => waitingForLocks(db)).toBe(1)
      await tx.execute(lock(second))
      return { importing: waiting }
    })
    expect(await importing).toMatchObject({ ok: true })
  })

  test('file that is sent again changes nothing, and the log has it once', async () => {
    const { draft, wine } = await aDraftWithWine('5')
    const { id, email } = await aCustomer()
    const send = (units: number, wave: string) => {
      const bytes = Buffer.from(`email,wine,units,wave\n${email},${wine},${units},${wave}`)
      return take(draft.id, bytes)
    }
    const left = async () => {
      const [row] = await testShop.db.select().from(allocations).where(eq(allocations.userId, id))
      const wave = draft.fields.waves.find((one) => one.id === row!.waveId)?.name ?? null
      const noted = await testShop.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.subjectId, draft.id))
      const imports = noted.filter(({ action }) => action === 'allocations-imported')
      return { units: row!.units, wave, version: row!.version, imports: imports.length }
    }
    expect(await send(2, '')).toMatchObject({ ok: true, done: { rows: 1 } })
    expect(await send(2, '')).toMatchObject({ ok: true, done: { rows: 1 } })
    expect(await left()).toEqual({ units: 2, wave: null, version: 1, imports: 1 })
    await send(2, 'Club')
    await send(3, 'Club')
    expect(await left()).toEqual({ units: 3, wave: 'Club', version: 3, imports: 3 })
    await schedule(draft.id)
    expect(await send(6, 'Club')).toMatchObject({
      sentence: 'There is not enough wine left for that many.',
    })
    expect(await left()).toEqual({ units: 3, wave: 'Club', version: 3, imports: 3 })
    expect(await wineRow(wine)).toMatchObject({ promised: 3 })
  })
})
