import { DrizzleQueryError } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import fastify, { LogController } from 'fastify'
import pg from 'pg'
import { expect, test } from 'vitest'

import { addRequestIds, openLog } from './log.ts'

type Line = Record<string, unknown>

function aLog() {
  const lines: Line[] = []
  const raw: string[] = []
  const write = (text: string) => {
    raw.push(text)
    lines.push(JSON.parse(text) as Line)
  }
  return { log: openLog('info', { write }), lines, raw }
}

test('what a statement was given is not written, why it failed is', () => {
  const { log, lines } = aLog()
  const refused = new pg.DatabaseError('duplicate key: (email)=(ana@example.com)', 1, 'error')
  Object.assign(refused, { severity: 'ERROR', code: '23505', constraint: 'users_email_unique' })
  const err = new DrizzleQueryError(
    'insert into users',
    ['ana@example.com', 'first row\nsecond row'],
    refused,
  )
  log.error({ err }, 'a page failed')
  expect(JSON.stringify(lines)).not.toContain('ana@example.com')
  expect(JSON.stringify(lines)).not.toContain('first row')
  expect(JSON.stringify(lines)).not.toContain('second row')
  expect(lines[0]).toMatchObject({
    err: {
      message: 'Failed query: insert into users',
      cause: { code: '23505', message: 'database: users_email_unique' },
    },
  })
  expect((lines[0]!['err'] as { stack: string }).stack).toContain('log.test.ts')
})

test('secrets are left out one level down too', () => {
  const { log, lines } = aLog()
  log.info({ token: 't1', user: { email: 'e1', password: 'p1', id: 7 } }, 'm')
  expect(lines[0]).toMatchObject({ user: { id: 7 } })
  expect(JSON.stringify(lines)).not.toMatch(/t1|e1|p1/)
})

test.each(['authorization', 'cookie', 'email', 'password', 'recipient', 'secret', 'token'])(
  'a field %s is left out',
  (name) => {
    const { log, lines } = aLog()
    log.info({ [name]: 'needle', inner: { [name]: 'needle', id: 7 } }, 'm')
    expect(lines[0]).toMatchObject({ inner: { id: 7 } })
    expect(JSON.stringify(lines)).not.toContain('needle')
  },
)

test('lines of the shop carry the id of the request they belong to, once', async () => {
  const { log, lines, raw } = aLog()
  let count = 0
  const server = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `r${++count}`,
  })
  addRequestIds(server)
  server.post('/', async (request) => {
    await new Promise((done) => setImmediate(done))
    log.info({}, 'by the shop')
    request.log.info({}, 'by the request')
    return {}
  })
  const responses = await Promise.all(
    [1, 2].map((n) => server.inject({ method: 'POST', url: '/', payload: { n } })),
  )
  expect(responses.map(({ headers }) => headers['x-request-id']).toSorted()).toEqual(['r1', 'r2'])
  for (const msg of ['by the shop', 'by the request']) {
    const ids = lines.filter((line) => line['msg'] === msg).map((line) => line['reqId'])
    expect(ids.toSorted()).toEqual(['r1', 'r2'])
  }
  expect(raw.every((text) => text.split('"reqId"').length === 2)).toBe(true)
  log.info({}, 'outside')
  expect(lines.at(-1)).not.toHaveProperty('reqId')
})
