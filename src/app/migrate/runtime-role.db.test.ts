import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { makeWorkerUtils, runOnce } from 'graphile-worker'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { openPool } from '#platform/database/connection.server.ts'
import { emptyDatabase } from '#tests/harness/test-shop.ts'

import { restoreBackup } from '../backup/restore-backup.store.server.ts'
import { writeBackup } from '../backup/write-backup.store.server.ts'
import { awaitMigrations, migrateDatabase } from './migrate.server.ts'
import { grantRuntimeRole } from './runtime-role.server.ts'

const role = `runtime_${randomUUID().slice(0, 8)}`
const ownerRole = role.replace('runtime', 'owner')
/** May do everything; the shop never connects so. */
let superuser: pg.Pool
/** Owns the database and has no other right, as managed PostgreSQL gives it. */
let owner: pg.Pool
let ownerUrl: URL
let runtime: pg.Pool
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await emptyDatabase()
  drop = database.drop
  superuser = openPool(database.url, 2)
  await superuser.query(`create role ${role} login password 'runtime'`)
  await superuser.query(`create role ${ownerRole} login password 'owner'`)
  ownerUrl = new URL(database.url)
  await superuser.query(`alter database ${ownerUrl.pathname.slice(1)} owner to ${ownerRole}`)
  ownerUrl.username = ownerRole
  ownerUrl.password = 'owner'
  owner = openPool(ownerUrl.href, 2)
  await migrateDatabase(owner)
  for (let times = 0; times < 2; times++) {
    const client = await owner.connect()
    await grantRuntimeRole(client, role)
    client.release()
  }
  const url = new URL(database.url)
  url.username = role
  url.password = 'runtime'
  runtime = openPool(url.href, 5)
})

afterAll(async () => {
  await runtime.end()
  await owner.end()
  await superuser.query(`drop owned by ${role}`)
  await superuser.query(`reassign owned by ${ownerRole} to current_user`)
  await superuser.query(`drop owned by ${ownerRole}`)
  await superuser.query(`drop role ${role}`)
  await superuser.query(`drop role ${ownerRole}`)
  await superuser.end()
  await drop()
})

describe('the role that the shop connects with', () => {
  test('owns nothing', async () => {
    const { rows } = await owner.query(
      `select relname from pg_class c join pg_roles r on r.oid = c.relowner where rolname = $1`,
      [role],
    )
    expect(rows).toEqual([])
  })

  test('has a database whose owner is no superuser', async () => {
    const { rows } = await owner.query<{ rights: boolean }>(
      `select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as rights
       from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([{ rights: false }])
  })

  test('waits for the migrations that only the owner can make', async () => {
    const empty = await emptyDatabase()
    const url = new URL(empty.url)
    url.username = role
    url.password = 'runtime'
    const [waiting, migrating] = [openPool(url.href, 2), openPool(empty.url, 2)]
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const whenMissing = vi.fn()
    const opened = awaitMigrations(waiting, log, whenMissing)
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1))
    expect(log.warn.mock.calls[0]![1]).toContain('run the command migrate with --grant')
    expect(whenMissing).toHaveBeenCalled()
    await migrateDatabase(migrating)
    const client = await migrating.connect()
    await grantRuntimeRole(client, role)
    client.release()
    await opened
    await waiting.end()
    await migrating.query(`drop owned by ${role}`)
    await migrating.end()
    await empty.drop()
  })

  test('finds a migrated database up to date', async () => {
    await expect(migrateDatabase(runtime)).resolves.toBeUndefined()
  })

  test('reads and writes rows, with their triggers', async () => {
    const { rows } = await runtime.query<{ id: string }>(
      `insert into users (name, email, first_name) values ('Ana Ruiz', 'ana@example.com', 'Ana')
       returning id`,
    )
    await runtime.query(`update users set first_name = 'Eva' where id = $1`, [rows[0]!.id])
    await runtime.query('select id from users where id = $1 for update', [rows[0]!.id])
    const deleted = await runtime.query('delete from users where id = $1', [rows[0]!.id])
    expect(deleted.rowCount).toBe(1)
  })

  test('queues jobs and runs them', async () => {
    const utils = await makeWorkerUtils({ pgPool: runtime })
    await utils.addJob('say', { word: 'salud' })
    await utils.release()
    const done: unknown[] = []
    await runOnce({ pgPool: runtime, taskList: { say: (payload) => void done.push(payload) } })
    expect(done).toEqual([{ word: 'salud' }])
  })

  test('adds to the audit log, and changes nothing in it', async () => {
    await runtime.query(
      `insert into audit_log (actor_email, action, subject_kind, subject_id)
       values ('staff@example.com', 'delete', 'subscriber', '1')`,
    )
    for (const statement of [
      `update audit_log set actor_email = 'x'`,
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await expect(runtime.query(statement)).rejects.toThrow('permission denied')
    }
  })

  test('adds to the consent ledger, and removes from it only by the function for that', async () => {
    await runtime.query(
      `insert into consents (email, kind, verdict, source, wording)
       values ('ana@example.com', 'email', 'yes', 'form', 'Yes')`,
    )
    for (const statement of [
      `update consents set verdict = 'no'`,
      'delete from consents',
      'truncate consents',
      `set kohue.erasing_consents = 'on'; delete from consents`,
    ]) {
      await expect(runtime.query(statement)).rejects.toThrow('permission denied')
    }
    const { rows } = await runtime.query(`select erase_consents('ana@example.com')::int as erased`)
    expect(rows).toEqual([{ erased: 1 }])
  })

  test.each([
    `update shipment_events set text = 'x'`,
    'delete from shipment_events',
    'truncate shipment_events',
  ])('changes no event of a shipment: %s', async (statement) => {
    await expect(runtime.query(statement)).rejects.toThrow('permission denied')
    await expect(owner.query(statement)).rejects.toThrow('append-only')
  })

  test.each([
    `insert into compliance_events values (gen_random_uuid(), 1, now(), 'moved', '{}', '')`,
    `update compliance_records set state = 'TX'`,
    'delete from compliance_records',
    `update compliance_events set facts = '{}'`,
    'delete from compliance_events',
    `set kohue.writing_compliance = 'on'; delete from compliance_people`,
    `set kohue.writing_compliance = 'on'; update compliance_people set name = 'x'`,
    'delete from state_rules',
  ])('changes no compliance record: %s', async (statement) => {
    await expect(runtime.query(statement)).rejects.toThrow('permission denied')
  })

  test.each([
    `update request_answers set text = 'x'`,
    'delete from request_answers',
    'truncate request_answers',
    'update provider_movements set amount_cents = 0',
    'delete from provider_movements',
    'truncate provider_movements',
  ])('changes neither an answer nor a movement of money: %s', async (statement) => {
    await expect(runtime.query(statement)).rejects.toThrow('permission denied')
  })

  test.each([
    'create table mine (id int)',
    'alter table users add column extra text',
    'drop table audit_log',
    'alter table audit_log disable trigger all',
    'create schema mine',
    `delete from drizzle.__drizzle_migrations`,
  ])('may not %s', async (statement) => {
    await expect(runtime.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })
})

test('its owner backs the database up and restores it into another of its own', async () => {
  await owner.query(
    `insert into consents (email, kind, verdict, source, wording)
     values ('eva@example.com', 'email', 'yes', 'form', 'Yes')`,
  )
  const empty = await emptyDatabase()
  const target = new URL(empty.url)
  await superuser.query(`alter database ${target.pathname.slice(1)} owner to ${ownerRole}`)
  target.username = ownerRole
  target.password = 'owner'
  const backup = Readable.from(writeBackup(ownerUrl.href))
  const restored = await restoreBackup(target.href, Readable.from([await buffer(backup)]))
  expect(restored).toMatchObject({ ok: true, rows: { 'public.consents': 1 } })
  const pool = openPool(target.href, 1)
  const { rows } = await pool.query(`select erase_consents('eva@example.com')::int as erased`)
  expect(rows).toEqual([{ erased: 1 }])
  await pool.end()
  await empty.drop()
})
