// `npm run rehearse`: the production setup on this machine before there are live keys: the build as it is deployed,
// two processes with the settings of production, nginx, PgBouncer and Debian's PostgreSQL with an owner and
// a runtime role, and fake services. Buys a case there and says how that went; `--keep` leaves it running.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

import pg from 'pg'

import { demoDefaults } from '#app/env.ts'
import { client as fakeGoogle } from '#fakes/google/server.ts'
import { paymentEvents } from '#payments/payment-events.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { CannotStart } from './cannot-start.mjs'
import { startDatabase } from './database.ts'
import { installFromDebian, pathOf } from './debian.ts'
import { freePorts } from './free-ports.ts'
import { runningProcesses, startProcess, untilAnswered } from './managed-process.ts'
import { startPooler } from './pooler.ts'
import { node24, root } from './prepare.mjs'
import { startProxy } from './proxy.ts'
import { buyACase } from './rehearsal-walk.ts'

const isKept = process.argv.includes('--keep')
const print = (line: string) => process.stderr.write(`${line}\n`)
const secret = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** What else has to be stopped, the last one first. */
const stops: (() => unknown)[] = []

let stopping: Promise<never> | null = null
let waiting: NodeJS.Timeout | undefined

/** A step that stands still for so many milliseconds ends the rehearsal and is named. */
const patience = 240_000

function step(name: string): void {
  print(`${name} …`)
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    const running = runningProcesses().map((one) => `${one.name}: ${one.lastOutput() || 'silent'}`)
    print(
      `This step stood still for four minutes: ${name}. It runs ${running.join('; ') || 'nothing'}.`,
    )
    void end(1)
  }, patience)
}

const end = (code: number): Promise<never> => (stopping ??= stopAll(code))

async function stopAll(code: number): Promise<never> {
  const shops = runningProcesses().filter(({ name }) => name.startsWith('shop'))
  await Promise.all(shops.map((shop) => shop.stop()))
  for (const stop of stops.toReversed()) await stop()
  while (runningProcesses().length > 0) await runningProcesses().at(-1)!.stop()
  rmSync(dir, { recursive: true, force: true })
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void end(isKept ? 0 : 1))
}

const dir = mkdtempSync(join(tmpdir(), 'kohue-rehearsal-'))
chmodSync(dir, 0o755)
try {
  await rehearse()
} catch (error) {
  if (!stopping) print(error instanceof CannotStart ? error.message : String(error))
  await end(1)
}

async function rehearse(): Promise<void> {
  const programs = postgresPrograms()
  const first = await freePorts(9)
  const [http, https, pooler, fakes] = [first, first + 1, first + 2, first + 3]
  const shopPorts = [first + 6, first + 7]
  const shop = { url: `https://localhost:${https}`, fakesUrl: `http://127.0.0.1:${fakes}` }

  step('PostgreSQL, an owner and a role for the shop')
  const passwords = { owner: secret(), shop: secret() }
  const database = await startDatabase(dir, print, first + 8, dirname(programs))
  const urlOf = (role: 'owner' | 'shop', port: string | number) =>
    `postgres://kohue_${role}:${passwords[role]}@127.0.0.1:${port}/kohue`
  const { port } = new URL(database.url)
  const version = await makeRoles(database.url, passwords)

  step('PgBouncer, nginx and the fake services')
  const pooled = { user: 'kohue_shop', password: passwords.shop }
  const stopsPooler = startPooler({ port: pooler, databasePort: Number(port), ...pooled })
  stops.push((await stopsPooler).stop)
  const proxy = await startProxy({ http, https }, shopPorts)
  stops.push(() => proxy.stop())
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_rehearsal',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_rehearsal',
    STRIPE_WEBHOOK_SECRET: `whsec_${secret(24)}`,
  }
  const fake = startProcess('fake services', node24, [join(root, 'fakes', 'main.ts')], {
    output: 'keep',
    tied: true,
    env: {
      ...keys,
      FAKES_PORT: String(fakes),
      DATA_DIR: dir,
      WEBHOOK_URL: `${shop.url}${paths.paymentWebhook()}`,
      WEBHOOK_EVENTS: paymentEvents.join(','),
      NODE_EXTRA_CA_CERTS: proxy.certificate,
    },
  })
  await untilAnswered(`${shop.fakesUrl}/healthz`, [fake])

  step('The shop as it is deployed')
  const folder = join(dir, 'shop')
  await run(root, ['launch/assemble.mjs', folder], {})
  await run(folder, ['build/server/migrate.js', '--grant', 'kohue_shop'], {
    DATABASE_URL: urlOf('owner', port),
  })
  const account = { ...keys, STRIPE_API_BASE: shop.fakesUrl }
  const ids = await run(root, ['src/app/commands/stripe-setup.ts'], account)
  const settings = {
    NODE_ENV: 'production',
    REHEARSAL: 'true',
    HOST: '127.0.0.1',
    PUBLIC_URL: shop.url,
    TRUSTED_PROXIES: '127.0.0.1',
    SHUTDOWN_DELAY: '1',
    DATABASE_URL: urlOf('shop', port),
    DATABASE_POOLER_URL: urlOf('shop', pooler),
    AUTH_SECRET: secret(),
    DATA_SECRET: secret(),
    METRICS_TOKEN: secret(),
    ADMIN_EMAIL: 'owner@kohue.example',
    ADMIN_PASSWORD: secret(12),
    HIDDEN_VIEW_ANSWER: secret(6),
    SMTP_URL: `smtp://127.0.0.1:${fakes + 1}?tls=off`,
    ...demoDefaults,
    POSTAL_ADDRESS: '1 Vine Street, Miami, FL 33137',
    ...account,
    STRIPE_JS_URL: `${shop.fakesUrl}/v3/`,
    GOOGLE_CLIENT_ID: fakeGoogle.id,
    GOOGLE_CLIENT_SECRET: fakeGoogle.secret,
    GOOGLE_DISCOVERY_URL: `http://127.0.0.1:${fakes + 2}/.well-known/openid-configuration`,
    CAPTCHA_SITE_KEY: '1x00000000000000000000AA',
    CAPTCHA_SECRET: '1x0000000000000000000000000000000AA',
    CAPTCHA_FOR: 'recovery',
    CAPTCHA_SCRIPT_URL: `${shop.fakesUrl}/captcha/api.js`,
    CAPTCHA_VERIFY_URL: `${shop.fakesUrl}/captcha/siteverify`,
    UPS_CLIENT_ID: 'ups-fake',
    UPS_CLIENT_SECRET: 'ups-fake-secret',
    UPS_API_BASE: shop.fakesUrl,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`)
  const file = join(dir, 'shop.env')
  writeFileSync(file, lines.join('') + ids, { mode: 0o600 })

  for (const shopPort of shopPorts) {
    const args = [`--env-file=${file}`, join(folder, 'build', 'server', 'index.js')]
    const started = startProcess(`shop ${shopPort}`, node24, args, {
      output: 'keep',
      tied: true,
      // Nothing of this machine's own settings.
      env: { ...withoutOwn(), PORT: String(shopPort) },
      cwd: folder,
    })
    await untilAnswered(`http://127.0.0.1:${shopPort}/readyz`, [started])
  }

  step('A customer who buys a case')
  const { number, sum } = await buyACase({ ...shop, certificate: proxy.certificate })
  const silent = shopPorts.filter((one) => !proxy.log().includes(`"upstream":"127.0.0.1:${one}"`))
  if (silent.length > 0) throw new CannotStart('nginx sent every request to one process.')
  const environment = { ...account, DATABASE_URL: urlOf('shop', port) }
  await run(folder, ['build/server/reconcile.js', '--grace', '0'], environment)
  print(
    `Rehearsed: order ${number} of ${sum} was paid at the fake payment provider, written once and confirmed by ` +
      `email, by two processes behind nginx, PgBouncer and PostgreSQL ${version}. Nothing was sold.`,
  )
  clearTimeout(waiting)
  if (!isKept) return end(0)
  print(`
  shop     ${shop.url}  (its certificate is not signed by anybody)
  admin    ${shop.url}${paths.admin()}  ${settings.ADMIN_EMAIL}  ${settings.ADMIN_PASSWORD}
  emails   ${shop.fakesUrl}/mail
  settings ${file}

Ctrl-C stops it, and deletes all of it.`)
}

/** A path of Debian's PostgreSQL; ends with what is missing on this machine. */
function postgresPrograms(): string {
  const failure = installFromDebian('nginx-light', 'pgbouncer', 'postgresql')
  if (failure) throw new CannotStart(`The rehearsal needs what is not installed here: ${failure}`)
  return pathOf('postgresql')!
}

/** As docs/going-live.md says: an owner without special rights, and a role that owns nothing. */
async function makeRoles(url: string, passwords: { owner: string; shop: string }): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const role of ['owner', 'shop'] as const) {
    await client.query(`create role kohue_${role} login password '${passwords[role]}'`)
  }
  await client.query('alter database kohue owner to kohue_owner')
  await client.query('create extension pg_trgm')
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]!.server_version.split(' ')[0]!
}

function withoutOwn(): Record<string, undefined> {
  const own = Object.keys(process.env).filter((name) => !['PATH', 'HOME'].includes(name))
  return Object.fromEntries(own.map((name) => [name, undefined]))
}

/** Runs a command to its end; returns what it wrote. Ends with what it said where it fails. */
async function run(cwd: string, args: string[], env: Record<string, string>): Promise<string> {
  const { PATH, HOME } = process.env
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(node24, args, { cwd, stdio: [...stdio], env: { PATH, HOME, ...env } })
  const [out, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  if (code !== 0) throw new CannotStart(`${args[0]} failed: ${out}${said}`.trim())
  return out
}
