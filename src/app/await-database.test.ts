import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'

import pg from 'pg'
import { expect, test, vi } from 'vitest'

import { awaitDatabase } from './await-database.ts'

const logged = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() })

/** A pool that fails once like this, and then has its database. */
const after = (fault: unknown) => ({
  query: vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(fault).mockResolvedValue({}),
})

const awaited = async (pool: ReturnType<typeof after>, log = logged()) => {
  await awaitDatabase(pool as unknown as pg.Pool, log)
  return pool.query.mock.calls.length
}

/** What the driver throws of a machine that takes the connection and then does this with it. */
async function driversError(take: (socket: Socket) => void): Promise<unknown> {
  const sockets: Socket[] = []
  const silent = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    take(socket)
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const pool = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 })
  pool.on('error', () => {})
  const error = await pool.query('select 1').then(
    () => null,
    (fault: unknown) => fault,
  )
  for (const socket of sockets) socket.destroy()
  silent.close()
  await pool.end()
  return error
}

const written = 'write it as in postgres://user:password@db.example:5432/kohue'

test.each([
  ['57P03', undefined],
  ['53300', undefined],
  ['ENOTFOUND', `DATABASE_URL: there is no machine of that name; ${written} (ENOTFOUND)`],
  [
    'EAI_AGAIN',
    `DATABASE_URL: the names of machines can’t be looked up at the moment; ${written} (EAI_AGAIN)`,
  ],
  [
    'ECONNREFUSED',
    `DATABASE_URL: nothing takes connections at that host and port; ${written} (ECONNREFUSED)`,
  ],
  ['ENETUNREACH', `DATABASE_URL: no way leads to that host from here; ${written} (ENETUNREACH)`],
  ['ETIMEDOUT', `DATABASE_URL: that host does not answer at that port; ${written} (ETIMEDOUT)`],
])('waits over %s, and says what it means', async (code, why) => {
  const log = logged()
  expect(await awaited(after(Object.assign(new Error('not now'), { code })), log)).toBe(2)
  expect(log.warn).toHaveBeenCalledWith({ code, ...(why && { why }) }, 'waiting for the database')
})

test('waits for the socket of a database of this machine, and says that it is not there', async () => {
  const pool = new pg.Pool({ host: '/no/such/folder' })
  const error = await pool.query('select 1').catch((fault: unknown) => fault)
  await pool.end()
  const log = logged()
  expect(await awaited(after(error), log)).toBe(2)
  const why = `DATABASE_URL: no database server of this machine has its socket there; ${written} (ENOENT)`
  expect(log.warn).toHaveBeenCalledWith({ code: 'ENOENT', why }, 'waiting for the database')
})

test.each([
  ['says nothing', 'that host does not answer at that port', () => {}],
  [
    'hangs up',
    'what is at that host and port ended the connection',
    (socket: Socket) => socket.end(),
  ],
])('waits over a machine that %s, of which the driver tells no code', async (_what, said, take) => {
  const error = await driversError(take)
  const log = logged()
  expect(await awaited(after(error), log)).toBe(2)
  const { message } = error as Error
  const why = `DATABASE_URL: ${said}; ${written} (${message})`
  expect(log.warn).toHaveBeenCalledWith({ code: message, why }, 'waiting for the database')
})

test('throws an error of ours at once', async () => {
  const error = new TypeError('query is no function')
  const pool = after(error)
  await expect(awaited(pool)).rejects.toBe(error)
  expect(pool.query).toHaveBeenCalledTimes(1)
})

test.each([
  ['28P01', 'DATABASE_URL: the database server refuses the password of this user (28P01)'],
  ['28000', 'DATABASE_URL: the database server does not let this user in (28000)'],
  ['3D000', 'DATABASE_URL: the database server has no database of that name (3D000)'],
  [
    '42501',
    'DATABASE_URL: this user lacks a right: migrate, as the owner of the database, gives it with --grant (42501)',
  ],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DATABASE_URL: nobody known here signed the certificate of the database server; name the file of who did in NODE_EXTRA_CA_CERTS (SELF_SIGNED_CERT_IN_CHAIN)',
  ],
])('says at once what has to be mended (%s)', async (code, sentence) => {
  const pool = after(Object.assign(new Error('FATAL'), { code }))
  await expect(awaited(pool)).rejects.toThrow(sentence)
  expect(pool.query).toHaveBeenCalledTimes(1)
})
