import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { setUpProvider } from '#catalogue/prices/provider-setup.server.ts'
import { startFakes } from '#fakes/start.ts'
import { freePorts } from '#launch/free-ports.ts'
import { node24, root } from '#launch/prepare.mjs'
import { openStripe } from '#payments/stripe-calls.adapter.server.ts'
import { startTestServer } from '#tests/harness/test-server.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let dir: string

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kohue-launch-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Runs the supervisor until it exits by itself. */
function launch(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(node24, [join(root, 'launch', 'supervisor.ts')], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  return new Promise((done) => child.on('exit', (code) => done({ code, said: said.trim() })))
}

/** The child processes of a process. */
const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${parent}\n`)
      } catch {
        return false
      }
    })
    .map(Number)

const isAlive = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/status`, 'utf8').includes('State:\tZ')
  } catch {
    return false
  }
}

const freshShop = join(root, 'tests', 'fixtures', 'mono-on-a-fresh-start.txt')

/**
 * The whole document of `/mono` for a new customer, a tag a line, without what a build, a start or
 * a request names: files and classes, the origin, nonces and ids.
 */
async function shopOnAFreshStart(url: string): Promise<string> {
  const form = { firstname: 'Ana', lastname: 'Ruiz', email: 'ana@fresh.example' }
  const registered = await fetch(`${url}/signin`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, cookie: 'ageKey=older' },
    body: new URLSearchParams({ ...form, password: 'altamira' }),
  })
  const cookies = registered.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  const page = await fetch(`${url}/mono`, {
    headers: { cookie: ['ageKey=older', ...cookies].join('; ') },
  })
  return (await page.text())
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<script[^>]* type="module" async="">[^]*?<\/script>/, '')
    .replaceAll(/(\/assets\/[\w.-]*?)-[\w-]{8}\.(\w+)/g, '$1.$2')
    .replaceAll(url, 'ORIGIN')
    .replaceAll(/ nonce="\w+"/g, '')
    .replace(/(requestId\\",\\")\w+/, '$1REQUEST')
    .replace(/(today\\",\\")[\d-]+/, '$1TODAY')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/_R_\w+_/g, 'REACT')
    .replaceAll(/ class="[^"]*"/g, '')
    .replaceAll('><', '>\n<')
}

describe('what can’t be done is one plain sentence and a non-zero exit', () => {
  test('a port that is taken', async () => {
    const { port } = new URL(theShop().url)
    const { code, said } = await launch({ PORT: port, DATA_DIR: dir })
    expect(said).toBe(`Port ${port} is taken by another program: set PORT to another one.`)
    expect(code).toBe(1)
  })

  test('a fake server’s port that is taken', async () => {
    const holder = createServer().listen(0, '0.0.0.0')
    await new Promise((ready) => holder.once('listening', ready))
    const { port } = holder.address() as { port: number }
    const { code, said } = await launch({
      PORT: '18871',
      FAKES_PORT: String(port),
      DATA_DIR: dir,
    })
    holder.close()
    expect(said).toBe(`Port ${port} is taken by another program: set FAKES_PORT to another one.`)
    expect(code).toBe(1)
  })

  test('a port that is none', async () => {
    const { code, said } = await launch({ PORT: 'abc', DATA_DIR: dir })
    expect(said).toBe("PORT must be a port number between 1 and 65533; it is 'abc'.")
    expect(code).toBe(1)
  })

  test('a data folder that is a file', async () => {
    const file = join(dir, 'file')
    writeFileSync(file, '')
    const { code, said } = await launch({ PORT: '18872', DATA_DIR: join(file, 'data') })
    expect(said).toBe(`The data folder ${file}/data can't be written: part of that path is a file.`)
    expect(code).toBe(1)
  })

  test('production with settings missing: all of them at once', async () => {
    const { code, said } = await launch({ NODE_ENV: 'production', PORT: '18873' })
    for (const name of [
      'DATABASE_URL',
      'STRIPE_SECRET_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'PUBLIC_URL',
    ]) {
      expect(said).toContain(`${name} is missing`)
    }
    expect(said).not.toContain('    at ')
    expect(code).toBe(1)
  })
})

test('data survives restarts, nothing runs on after a stop, and a kill does not prevent the next start', async () => {
  // A try that failed leaves its shop running.
  const home = mkdtempSync(join(dir, 'server-'))
  const first = await startTestServer(home)
  const response = await fetch(`${first.facts.url}/healthz`)
  expect(response.status).toBe(200)
  // Nothing that staff could make is there: the shop is what the specification describes.
  await expect(await shopOnAFreshStart(first.facts.url)).toMatchFileSnapshot(freshShop)
  const own = childrenOf(first.pid)
  expect(own.length).toBeGreaterThanOrEqual(3)

  const second = await launch({ PORT: '18874', DATA_DIR: home })
  expect(second.said).toContain('Another Kohue already uses')
  expect(second.code).toBe(1)

  await first.stop()
  expect(own.filter(isAlive)).toEqual([])

  const again = await startTestServer(home)
  const left = childrenOf(again.pid)
  process.kill(again.pid, 'SIGKILL')
  await expect.poll(() => left.filter(isAlive), { timeout: 20_000 }).toEqual([])

  const afterKill = await startTestServer(home)
  expect((await fetch(`${afterKill.facts.url}/healthz`)).status).toBe(200)
  await afterKill.stop()
})

/** Every process with this data folder in its environment, by its command line. */
const processesOf = (dataDir: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
        if (!environment.includes(`DATA_DIR=${dataDir}`)) return []
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return command ? [command] : []
      } catch {
        return []
      }
    })

describe('a signal to the whole process group, as a terminal or a CI runner sends it', () => {
  const postgresOf = (dataDir: string) =>
    processesOf(dataDir).some((command) => command.includes('bin/postgres -D'))
  const isReady = async (port: number) =>
    (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok === true

  test.each([
    ['SIGTERM', 'once the shop is ready', isReady],
    ['SIGTERM', 'while the database starts', (_port: number, folder: string) => postgresOf(folder)],
    ['SIGHUP', 'once the shop is ready', isReady],
  ] as const)('%s %s leaves no process behind', async (signal, _when, isTime) => {
    const port = await freePorts(4)
    const folder = join(dir, `group-${port}`)
    const group = spawn(
      node24,
      [join(root, 'launch', 'run.mjs'), join('launch', 'supervisor.ts')],
      {
        cwd: root,
        detached: true,
        stdio: 'ignore',
        env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: folder },
      },
    )
    await expect.poll(() => isTime(port, folder), { timeout: 120_000, interval: 10 }).toBe(true)
    process.kill(-group.pid!, signal)
    await expect.poll(() => processesOf(folder), { timeout: 60_000 }).toEqual([])
  })
})

test('with keys of one’s own the fake payment server is not started; public pages lead to the brand where a flag says so', async () => {
  const account = await startFakes({ dataDir: join(dir, 'account') })
  const stripe = openStripe({ secretKey: account.secretKey, apiBase: account.url })
  const ids = await setUpProvider(stripe, { taxPercent: 7.25, bottlePrice: '150' })
  const server = await startTestServer(join(dir, 'own-keys'), {
    STRIPE_SECRET_KEY: account.secretKey,
    STRIPE_PUBLISHABLE_KEY: account.publishableKey,
    STRIPE_WEBHOOK_SECRET: account.webhookSecret,
    STRIPE_API_BASE: account.url,
    ...ids,
    REDIRECT_FLAG: 'true',
    BRAND_URL: 'https://brand.example/kohue',
  })
  const statusOf = async (url: string) => (await fetch(url)).status
  expect(await statusOf(`${server.facts.url}/readyz`)).toBe(200)
  expect(await statusOf(`${server.facts.fakesUrl}/mail`)).toBe(200)
  expect(await statusOf(`${server.facts.fakesUrl}/v1/prices`)).toBe(404)
  expect(await statusOf(`${account.url}/v1/prices`)).toBe(401)
  const leadsTo = async (path: string) => {
    const headers = { cookie: 'ageKey=older' }
    const response = await fetch(server.facts.url + path, { headers, redirect: 'manual' })
    return response.headers.get('location') ?? response.status
  }
  // Pages of the cache would be sent before anything is redirected.
  for (const path of ['/', '/about', '/ourwines', '/join', '/offering', '/offer1', '/about']) {
    expect([path, await leadsTo(path)]).toEqual([path, 'https://brand.example/kohue'])
  }
  expect(await Promise.all(['/terms', '/login', '/members'].map(leadsTo))).toEqual([
    ...[200, 200, '/login?to=%2Fmembers'],
  ])
  await server.stop()
  await account.stop()
})

test('a key without those that belong to it is one sentence', async () => {
  const { code, said } = await launch({
    PORT: String(await freePorts()),
    DATA_DIR: dir,
    STRIPE_SECRET_KEY: 'sk_test_own',
  })
  expect(said).toBe(
    'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing beside STRIPE_SECRET_KEY: set all 3 of them, or none for the fake payment server.',
  )
  expect(code).toBe(1)
})
