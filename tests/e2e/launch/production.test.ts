import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, json, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { freePorts } from '#launch/free-ports.ts'
import type { Image } from '#tests/harness/image.ts'
import { assembleImage } from '#tests/harness/image.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let image: Image
let port: number
let env: Record<string, string>
let shop: ReturnType<Image['run']>
let log = ''
const collector = createServer()
const spans: string[] = []
const databases: string[] = []
const token = 'Zq7rT0vKx2LmN9pWcB4sYh6JdF1gAe3u'

/** A new database beside the shop's. */
async function newDatabase(name: string): Promise<string> {
  const { databaseUrl } = theShop()
  databases.push(name)
  await admin(`create database ${name} template template0`)
  return databaseUrl.replace(/\/kohue$/, `/${name}`)
}

async function admin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: theShop().databaseUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** What `/healthz` answered while the shop opened. */
const early = new Set<number | null>()

const rates = ['LOCAL', 'BOTTLE_GROUND', 'BOTTLE_OVERNIGHT']
for (const tier of [1, 2, 3]) rates.push(`GROUND_${tier}`, `OVERNIGHT_${tier}`)

beforeAll(async () => {
  image = assembleImage()
  port = await freePorts(1)
  collector.on('request', async (request, response) => {
    const sent = (await json(request)) as { resourceSpans: Exported[] }
    for (const { scopeSpans } of sent.resourceSpans)
      for (const { spans: some } of scopeSpans) spans.push(...some.map(({ name }) => name))
    response.end('{}')
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const smtpPort = Number(new URL(theShop().fakesUrl).port) + 1
  env = {
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://shop.kohue.example',
    DATABASE_URL: await newDatabase('production_shop'),
    AUTH_SECRET: 'a secret of the tests, long enough to sign with',
    DATA_SECRET: 'another secret of the tests, long enough to key with',
    ADMIN_EMAIL: 'owner@kohue.example',
    ADMIN_PASSWORD: 'a password of the owner',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}?tls=off`,
    STRIPE_WEBHOOK_SECRET: 'whsec_7tQ1mZ4pVx8KcR2wLs6Ny0HbDg3JfTa5',
    STRIPE_SECRET_KEY: 'sk_live_of_the_tests',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_of_the_tests',
    STRIPE_PRICE_CASE: 'price_case',
    STRIPE_PRICE_BOTTLE: 'price_bottle',
    STRIPE_TAX_RATE_CALIFORNIA: 'txr_california',
    ...Object.fromEntries(
      rates.map((name) => [`STRIPE_RATE_${name}`, `shr_${name.toLowerCase()}`]),
    ),
    MAIL_FROM: 'Kohue <shop@kohue.example>',
    MAIL_BUSINESS: 'cellar@kohue.example',
    CONTACT_PHONE: '+1 305 555 0142',
    CONTACT_EMAIL: 'hello@kohue.example',
    HIDDEN_VIEW_ANSWER: 'a word of the tests',
    TRUSTED_PROXIES: 'none',
    METRICS_TOKEN: token,
    SHUTDOWN_DELAY: '8',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  }
  shop = image.run(env)
  shop.stdout!.on('data', (chunk) => (log += chunk))
  shop.stderr!.on('data', (chunk) => (log += chunk))
  while ((await statusOf('/readyz')) !== 200) {
    early.add(await statusOf('/healthz'))
    if (shop.exitCode !== null)
      throw new Error(`The shop did not start:
${log}`)
    await pause(10)
  }
})

afterAll(async () => {
  shop.kill('SIGKILL')
  collector.close()
  for (const name of databases) await admin(`drop database if exists ${name} with (force)`)
  image.remove()
})

type Exported = { scopeSpans: { spans: { name: string }[] }[] }

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' })

const statusOf = (path: string) =>
  ask(path).then(
    ({ status }) => status,
    () => null,
  )

/** Runs one of the image's commands beside the shop. */
async function command(file: string, args: string[], more: Record<string, string> = {}) {
  const child = image.run({ ...env, ...more }, [`build/server/${file}.js`, ...args])
  const [out, said, [code]] = await Promise.all([
    buffer(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ])
  return { out, said, code: code as number, child }
}

describe('the image’s command, with nobody’s rights on files that can’t be written', () => {
  test('opens the shop without demo, tools or tokens for anybody', async () => {
    const landing = await ask('/')
    expect(landing.status).toBe(200)
    expect(landing.headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
    expect(await statusOf('/styleguide')).toBe(404)
    expect(await statusOf('/members')).toBe(302)
    expect(await statusOf('/healthz')).toBe(200)
    expect([...early].filter((status) => status !== null && status !== 200)).toEqual([503])
  })

  test('keeps every cookie to HTTPS', async () => {
    const atGate = await fetch(`http://127.0.0.1:${port}/age-gate`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ age: 'over', to: '/' }),
      headers: { origin: 'https://shop.kohue.example' },
    })
    expect(atGate.headers.getSetCookie()).toEqual([expect.stringMatching(/^ageKey=older;.*Secure/)])
    const loggedIn = await fetch(`http://127.0.0.1:${port}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email: env['ADMIN_EMAIL']!, password: env['ADMIN_PASSWORD']! }),
      headers: { origin: 'https://shop.kohue.example' },
    })
    expect(loggedIn.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-kohue\.session=\S+;.*HttpOnly;.*Secure/i),
    ])
  })

  test('shows its metrics with the token only', async () => {
    expect(await statusOf('/metrics')).toBe(404)
    expect((await ask('/metrics', { authorization: 'Bearer another token' })).status).toBe(404)
    const response = await ask('/metrics', { authorization: `Bearer ${token}` })
    const figures = await response.text()
    for (const line of [
      /^kohue_http_request_duration_seconds_count\{method="GET",route="members",status="302"\} /m,
      /^kohue_cached_pages_total\{result="rendered"\} [1-9]/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
      /^kohue_database_connections\{state="idle"\} /m,
      /^kohue_database_up 1$/m,
      /^kohue_jobs\{state="failed"\} 0$/m,
      /^kohue_emails\{state="failed"\} 0$/m,
      /^kohue_holds_open 0$/m,
      /^kohue_releases\{state="open"\} 0$/m,
      /^kohue_campaigns\{state="sending"\} 0$/m,
      /^kohue_campaign_silence_seconds 0$/m,
      /^kohue_promises_differing\{state="promised"\} 0$/m,
      /^kohue_orders_last_hour\{channel="cart"\} 0$/m,
    ]) {
      expect(figures).toMatch(line)
    }
    expect(figures).not.toContain('@')
  })

  test('counts addresses by their pattern, however many are asked for', async () => {
    for (let n = 0; n < 30; n++) await ask(`/no-such-page-${n}?q=${n}`)
    const response = await ask('/metrics', { authorization: `Bearer ${token}` })
    const routes = new Set((await response.text()).match(/route="[^"]*"/g))
    expect([...routes].some((route) => route.includes('no-such'))).toBe(false)
    expect(routes).toContain('route="*"')
  })

  test('tells the collector what a request asked of the database', async () => {
    await ask('/ourwines?fresh=1')
    for (const span of ['GET ourwines', 'select']) {
      await expect.poll(() => spans).toContain(span)
    }
  })

  test('has the commands of the night, and an import, with it', async () => {
    const granted = await command('staff', ['grant', 'nobody@kohue.example'])
    expect(granted).toMatchObject({
      code: 1,
      said: expect.stringContaining('Nobody is registered'),
    })
    const file = join(tmpdir(), `kohue-import-${process.pid}.json`)
    const people = [
      { clientUID: 'c1', fullname: 'Ana Ruiz', email: 'ana@old.example', byEmail: true },
    ]
    await writeFile(file, JSON.stringify({ clientsjoinedlist: people }), { mode: 0o644 })
    const imported = await command('import', [file])
    await rm(file)
    expect([imported.code, imported.out.toString()]).toEqual([
      0,
      expect.stringMatching(/^clientsjoinedlist: 1 read, 1 taken /),
    ])
    const { out, code } = await command('backup', ['-'])
    expect(code).toBe(0)
    const empty = await newDatabase('production_restored')
    const child = image.run({ ...env, DATABASE_URL: empty }, ['build/server/restore.js', '-'])
    child.stdin!.end(out)
    const [said, [restored]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
    expect(said).toMatch(/^Restored as it stood at \S+, with 0 orders/)
    expect(restored).toBe(0)
  })

  test('asked to stop, it says so first, serves on, and ends whole', async () => {
    // `unshare` and `setpriv` have become the shop itself.
    shop.kill('SIGTERM')
    await expect.poll(() => ask('/readyz').then((response) => response.text())).toContain('closing')
    expect(await statusOf('/healthz')).toBe(503)
    const late = await ask('/')
    expect(late.status).toBe(200)
    expect(late.headers.get('connection')).toBe('close')
    const [code] = await once(shop, 'exit')
    expect(code).toBe(0)
    const lines = log.trim().split('\n')
    for (const line of lines) expect(() => JSON.parse(line) as unknown, line).not.toThrow()
    for (const secret of [env['AUTH_SECRET']!, env['ADMIN_PASSWORD']!, token, 'whsec_', '@'])
      expect(log).not.toContain(secret)
  })
})
