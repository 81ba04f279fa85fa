import { randomUUID } from 'node:crypto'

import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'

import type { Transaction } from '#platform/database/connection.server.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { auditLog } from '../audit/tables.ts'
import { text, version } from './form-fields.ts'
import { refuse } from './refusal.ts'
import { staffAction, staffPreview, staffWork } from './staff-action.server.ts'
import { staffSwitch } from './staff-switch.server.ts'

let testShop: TestShop
const staff = {
  id: randomUUID(),
  email: 'staff@example.com',
  role: 'staff' as const,
  duties: ['shipping' as const],
}

beforeAll(async () => {
  testShop = await openTestShop()
  await testShop.db.execute(
    sql`create table boxes (id uuid primary key, name text not null, version integer not null default 1)`,
  )
})
afterAll(() => testShop.close())

const boxOf = async (tx: Pick<Transaction, 'execute'>, id: string) => {
  const { rows } = await tx.execute<{ name: string; version: number }>(
    sql`select name, version from boxes where id = ${id} for update`,
  )
  return rows[0] ?? null
}
const boxNow = (id: string) => testShop.db.transaction((tx) => boxOf(tx, id))
const entriesOf = (id: string) =>
  testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(desc(auditLog.id))

const told = vi.fn<(name: string) => void>()
const form = z.object({ id: z.uuid(), version: version(), name: text(5, 'At most 5 letters.') })

const saveBox = staffAction({
  needs: 'ship-orders',
  log: 'shipment-marked',
  form,
  record: (tx, { id }) => boxOf(tx, id),
  async run({ tx, record, audit, unchanged }, { id, name }) {
    if (record?.name === name) {
      unchanged()
      return { name }
    }
    await tx.execute(sql`
      insert into boxes (id, name) values (${id}, ${name})
      on conflict (id) do update set name = excluded.name, version = boxes.version + 1`)
    audit({ kind: 'shipment', id, label: name }, { before: record, after: { name } })
    if (name === 'late') return refuse('It left before.')
    if (name === 'lost') throw new Error('Connection lost')
    return { name }
  },
  async afterwards({ db }, { name }) {
    told(name)
    return { all: (await db.execute(sql`select 1 from boxes where name = ${name}`)).rowCount }
  },
  say: ({ name, all }) => `${name} is saved: ${all}.`,
})

const save = (typed: object, who: Partial<Parameters<typeof saveBox>[1]> = {}) =>
  saveBox(testShop.services, { ...staff, ...who }, typed)

describe('an action for staff', () => {
  test('writes, with its entry of the audit log, and then does what follows the commit', async () => {
    const id = randomUUID()
    expect(await save({ id, name: ' red ' })).toEqual({
      ok: true,
      done: { name: 'red', all: 1 },
      said: { sentence: 'red is saved: 1.' },
    })
    expect(await save({ id, version: '1', name: 'blue' })).toMatchObject({ ok: true })
    expect(await boxNow(id)).toEqual({ name: 'blue', version: 2 })
    expect(await entriesOf(id)).toMatchObject([
      {
        actorId: staff.id,
        actorEmail: staff.email,
        action: 'shipment-marked',
        subjectLabel: 'blue',
        before: { name: 'red' },
        after: { name: 'blue' },
      },
      { subjectLabel: 'red', before: null },
    ])
  })

  test.each([
    ['another duty', { duties: ['emails' as const] }],
    ['no duty', { duties: [] }],
    ['no role', { role: 'member' as const }],
    ['a limited login session', { isLimited: true }],
  ])('refuses a person with %s', async (_why, who) => {
    const id = randomUUID()
    expect(await save({ id, name: 'red' }, who)).toMatchObject({ ok: false, status: 403 })
    expect(await boxNow(id)).toBeNull()
  })

  test('asks for the fresh code of a second factor where it says so, and only there', async () => {
    const run = vi.fn(async ({ unchanged }: { unchanged(): void }) => unchanged())
    const common = {
      needs: 'ship-orders',
      log: 'shipment-marked',
      form: z.object({}),
      run,
    } as const
    const stale = { ...staff, isCodeStale: true }
    const fresh = staffAction({ ...common, fresh: true })
    expect(await fresh(testShop.services, stale, {})).toMatchObject({
      status: 409,
      isCodeDue: true,
    })
    expect(run).not.toHaveBeenCalled()
    expect(await fresh(testShop.services, staff, {})).toMatchObject({ ok: true })
    expect(await staffAction(common)(testShop.services, stale, {})).toMatchObject({ ok: true })
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('says of each field what is wrong', async () => {
    expect(await save({ id: randomUUID(), name: 'yellow' })).toEqual({
      ok: false,
      status: 400,
      sentence: 'At most 5 letters.',
      errors: { name: 'At most 5 letters.' },
    })
  })

  test('undoes everything when it is refused or fails on the way', async () => {
    const id = randomUUID()
    told.mockClear()
    expect(await save({ id, name: 'late' })).toEqual({
      ok: false,
      status: 409,
      sentence: 'It left before.',
      errors: {},
    })
    await expect(save({ id, name: 'lost' })).rejects.toThrow('Connection lost')
    expect(await boxNow(id)).toBeNull()
    expect(await entriesOf(id)).toEqual([])
    expect(told).not.toHaveBeenCalled()
  })

  test('saves a version once, whoever else saves it at the same time', async () => {
    const id = randomUUID()
    await save({ id, name: 'red' })
    const results = await Promise.all(
      ['blue', 'green', 'black'].map((name) => save({ id, version: 1, name })),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = results.filter((result) => !result.ok)
    expect(refused.map(({ status }) => status)).toEqual([409, 409])
    expect(await boxNow(id)).toMatchObject({ version: 2 })
    // A form for a new record neither writes over one that is there.
    expect(await save({ id, version: '', name: 'white' })).toMatchObject({ status: 409 })
  })

  test('does not find a record that was deleted', async () => {
    expect(await save({ id: randomUUID(), version: '3', name: 'red' })).toMatchObject({
      ok: false,
      status: 404,
    })
  })

  test('logs nothing where nothing was changed, if it says so', async () => {
    const id = randomUUID()
    await save({ id, name: 'red' })
    expect(await save({ id, version: 1, name: 'red' })).toMatchObject({ ok: true })
    expect(await entriesOf(id)).toHaveLength(1)
    const forgets = staffAction({
      needs: 'ship-orders',
      log: 'shipment-marked',
      form,
      run: ({ tx }, box) =>
        tx.execute(sql`delete from boxes where id = ${box.id}`).then(() => ({})),
    })
    const forgotten = forgets(testShop.services, staff, { id, name: '' })
    await expect(forgotten).rejects.toThrow('Nothing was logged as shipment-marked')
    expect(await boxNow(id)).not.toBeNull()
  })
})

describe('a form with a key', () => {
  const ran = vi.fn<() => void>()
  const addBox = staffAction({
    needs: 'ship-orders',
    log: 'shipment-marked',
    form: z.object({ name: text() }),
    once: async (tx, id) => ((await boxOf(tx, id)) ? { id } : null),
    async run({ tx, formKey: id, audit }, { name }) {
      ran()
      await tx.execute(sql`insert into boxes (id, name) values (${id}, ${name})`)
      audit({ kind: 'shipment', id, label: name })
      return { id }
    },
  })

  test('is carried out once, however often it arrives, and answers the same', async () => {
    const key = randomUUID()
    const press = () => addBox(testShop.services, staff, { name: 'twice' }, { key })
    const [first, ...others] = await Promise.all([press(), press(), press()])
    if (!first!.ok) throw new Error(first!.sentence)
    expect([...others, await press()]).toEqual([first, first, first])
    expect(ran).toHaveBeenCalledTimes(1)
    expect(await entriesOf(first!.done.id)).toHaveLength(1)
  })

  test('sent again with other values is another one', async () => {
    const key = randomUUID()
    const add = (name: string) => addBox(testShop.services, staff, { name }, { key })
    const [one, other] = [await add('one'), await add('other')]
    if (!one.ok || !other.ok) throw new Error('A box was refused')
    expect([one, other].map(({ done }) => done.id)).not.toContain(key)
    expect(await boxNow(one.done.id)).toMatchObject({ name: 'one' })
    expect(await boxNow(other.done.id)).toMatchObject({ name: 'other' })
  })

  test.each([undefined, '', 'no key'])('is refused without one: %s', async (key) => {
    const sent = addBox(testShop.services, staff, { name: 'none' }, { key })
    expect(await sent).toMatchObject({ ok: false, status: 400 })
  })
})

test('a preview shows what was typed, to those who may', async () => {
  const preview = staffPreview({
    needs: 'ship-orders',
    form: z.object({ name: text() }),
    show: async (_services, { name }) => ({ name }),
  })
  const typed = { name: 'red' }
  expect(await preview(testShop.services, staff, typed)).toMatchObject({ ok: true, done: typed })
  const refused = await preview(testShop.services, { ...staff, duties: [] }, typed)
  expect(refused).toMatchObject({ ok: false, status: 403 })
})

describe('an action with transactions of its own', () => {
  const work = staffWork({
    needs: 'ship-orders',
    log: 'shipment-marked',
    form: z.object({ id: z.string(), ending: z.string() }),
    async run({ services, audit, unchanged }, { id, ending }) {
      if (ending === 'refused') return refuse('It left before.')
      if (ending === 'unchanged') unchanged()
      if (ending === 'done') {
        await services.db.transaction((tx) =>
          audit(tx, { kind: 'shipment', id, label: 'red' }, { after: { name: 'red' } }),
        )
      }
      return { id }
    },
    say: ({ id }) => id,
  })
  const end = (ending: string, who: Partial<Parameters<typeof work>[1]> = {}, id = randomUUID()) =>
    work(testShop.services, { ...staff, ...who }, { id, ending })

  test('logs in its own transaction, and fails where it logs nothing', async () => {
    const id = randomUUID()
    expect(await end('done', {}, id)).toEqual({ ok: true, done: { id }, said: { sentence: id } })
    expect(await entriesOf(id)).toMatchObject([
      { action: 'shipment-marked', after: { name: 'red' } },
    ])
    expect(await end('unchanged')).toMatchObject({ ok: true })
    await expect(end('forgotten')).rejects.toThrow('Nothing was logged as shipment-marked')
  })

  test('refuses who may not, and says why it can’t be done', async () => {
    expect(await end('done', { duties: [] })).toMatchObject({ status: 403 })
    expect(await end('done', { isLimited: true })).toMatchObject({ status: 403 })
    expect(await end('refused')).toMatchObject({ status: 409, sentence: 'It left before.' })
  })
})

test('an action whose log is null logs nothing', async () => {
  const common = { needs: 'ship-orders', log: null, form: z.object({}) } as const
  const silent = staffAction({ ...common, run: async () => {} })
  expect(await silent(testShop.services, staff, {})).toMatchObject({ ok: true })
  const subject = { kind: 'shipment', id: 'none', label: '' } as const
  const contradicting = staffAction({ ...common, run: async ({ audit }) => audit(subject) })
  await expect(contradicting(testShop.services, staff, {})).rejects.toThrow('no action to log it')
})

test('a switch is turned on and off, and logged where that changes it', async () => {
  const turn = staffSwitch({
    needs: 'ship-orders',
    log: 'shipment-marked',
    name: 'operations-alerts',
    subject: { kind: 'shipment', id: 'alerts', label: '' },
    say: { on: 'On.', off: 'Off.' },
  })
  const to = (typed: string) => turn(testShop.services, staff, { to: typed })
  expect(await to('on')).toMatchObject({ said: { sentence: 'On.' } })
  expect(await to('on')).toMatchObject({ ok: true })
  expect(await to('off')).toMatchObject({ said: { sentence: 'Off.' } })
  expect(await to('?')).toMatchObject({ ok: false, status: 400 })
  expect(await entriesOf('alerts')).toMatchObject([
    { before: { isOn: true }, after: { isOn: false } },
    { before: { isOn: false }, after: { isOn: true } },
  ])
})

test('a name that another record is given at the same instant is found and refused', async () => {
  const { db, services } = testShop
  await db.execute(sql`create table labels (id uuid primary key, name text not null unique)`)
  const [one, other] = [randomUUID(), randomUUID()]
  await db.execute(sql`insert into labels values (${one}, 'one'), (${other}, 'other')`)
  const meanwhile = vi.fn(async () => {
    await db.execute(sql`update labels set name = 'new' where id = ${other}`)
  })
  const rename = staffAction({
    needs: 'ship-orders',
    log: 'shipment-marked',
    form: z.object({ name: text(5, 'At most 5 letters.') }),
    async run({ tx, audit }, { name }) {
      const { rowCount } = await tx.execute(sql`select 1 from labels where name = ${name}`)
      if (rowCount) return refuse('Another has this name.')
      await meanwhile()
      await tx.execute(sql`update labels set name = ${name} where id = ${one}`)
      audit({ kind: 'shipment', id: one, label: name }, { after: { name } })
    },
  })
  expect(await rename(services, staff, { name: 'new' })).toMatchObject({
    ok: false,
    sentence: 'Another has this name.',
  })
  expect(meanwhile).toHaveBeenCalledOnce()
  expect((await db.execute(sql`select name from labels order by name`)).rows).toEqual([
    { name: 'new' },
    { name: 'one' },
  ])
  expect(await entriesOf(one)).toEqual([])
})
