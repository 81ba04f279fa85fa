import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { paymentEvents } from '#services/payments/payment-events.ts'

import { claimDataDir, secretsIn } from './data-dir.ts'
import { startDatabase } from './database.ts'
import type { DemoParts } from './demo-env.ts'
import { demoEnv, isDemo } from './demo-env.ts'
import { endOf, keepUp } from './keep-up.ts'
import type { Part } from './part.ts'
import { startPart } from './part.ts'
import { CannotStart } from './plain-sentence.mjs'
import { node24, root } from './prepare.mjs'
import { providerIds } from './provider-ids.ts'
import { welcomeScreen } from './screen.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const parts: Part[] = []

/** Where Node keeps compiled code between starts. */
const compiled = join(root, 'build', '.compiled')

/**
 * Node takes what the machine has before it cleans up; a shop's live heap is some 40 MB, and 110 with
 * 500 buyers at once. After the same pages and purchases: 425 MB resident without these, 180 with. As
 * in `Dockerfile`.
 */
const frugal = ['--max-semi-space-size=8', '--max-old-space-size=192']
const frugalEnv = { MALLOC_ARENA_MAX: '2' }
let stopping = false

/** Stops what runs, newest first: the shop finishes its requests while database and parties stand. */
async function stopAll(code: number): Promise<never> {
  if (!stopping) {
    stopping = true
    const shops = parts.filter((part) => part.name.startsWith('shop'))
    await Promise.all(shops.map((part) => part.stop()))
    for (const part of parts.toReversed()) await part.stop()
    release()
  }
  process.exit(code)
}

let release = () => {}
process.on('SIGINT', () => void stopAll(0))
process.on('SIGTERM', () => void stopAll(0))

try {
  await openHouse()
} catch (error) {
  if (!(error instanceof CannotStart)) say(String((error as Error).stack))
  else say(error.message)
  await stopAll(1)
}

async function openHouse(): Promise<void> {
  try {
    process.loadEnvFile(join(root, '.env'))
  } catch {
    // There is none: every setting has a default here.
  }
  const port = numberFrom('PORT', 3000)
  const processes = processesFrom(process.argv)
  await insistFree(port, 'PORT')

  const env = isDemo(process.env) ? await startDemoParts(port) : { PORT: String(port) }
  if (isDemo(process.env)) noteAddress(env)
  await startShops(env, port, processes)
  say(welcomeScreen({ port, env: { ...process.env, ...env }, isDemo: isDemo(process.env) }))
}

/** Lets commands such as `npm run db:seed` find this house's own database and provider while it is open. */
function noteAddress(env: Record<string, string>): void {
  const databaseUrl = env['DATABASE_URL'] ?? process.env['DATABASE_URL']
  // Nothing of a real account: `env` has only what the environment did not name.
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env
  const dir = process.env['DATA_DIR'] ?? join(root, '.data')
  const note = { databaseUrl, provider: { STRIPE_SECRET_KEY, STRIPE_API_BASE } }
  writeFileSync(join(dir, 'open-house.json'), JSON.stringify(note), { mode: 0o600 })
}

/** Everything the shop needs and the environment does not name, as stand-ins of the house. */
async function startDemoParts(port: number): Promise<Record<string, string>> {
  const standInsPort = numberFrom('STAND_INS_PORT', port + 1)
  await insistFree(standInsPort, 'STAND_INS_PORT')
  await insistFree(standInsPort + 1, 'STAND_INS_PORT + 1')
  const claim = claimDataDir(process.env['DATA_DIR'] ?? join(root, '.data'))
  release = claim.release
  const secrets = secretsIn(claim.dir)
  const demo: DemoParts = { port, standInsPort, dir: claim.dir, secrets, databaseUrl: undefined }

  const [databaseUrl] = await Promise.all([
    process.env['DATABASE_URL'] ? undefined : ownDatabase(claim.dir),
    startStandIns(demo),
    startGoogle(demo),
  ])
  const env = demoEnv({ ...demo, databaseUrl }, process.env)
  const ids = await providerIds(claim.dir, { ...process.env, ...env })
  return { ...ids, ...env }
}

async function ownDatabase(dir: string): Promise<string> {
  const { part, localUrl } = await startDatabase(dir, say)
  parts.push(part)
  watch(part)
  return localUrl
}

async function startStandIns(demo: DemoParts): Promise<void> {
  const env = demoEnv(demo, process.env)
  const part = startPart('stand-ins', node24, [join(root, 'stand-ins', 'main.ts')], {
    output: 'keep',
    tied: true,
    env: {
      NODE_COMPILE_CACHE: compiled,
      STAND_INS_PORT: String(demo.standInsPort),
      DATA_DIR: demo.dir,
      WEBHOOK_URL: `http://127.0.0.1:${demo.port}/api/stripe/webhook`,
      STRIPE_SECRET_KEY: env['STRIPE_SECRET_KEY'],
      STRIPE_PUBLISHABLE_KEY: env['STRIPE_PUBLISHABLE_KEY'],
      STRIPE_WEBHOOK_SECRET: env['STRIPE_WEBHOOK_SECRET'],
      WEBHOOK_EVENTS: paymentEvents.join(','),
    },
  })
  parts.push(part)
  watch(part)
  await untilHealthy(`http://127.0.0.1:${demo.standInsPort}/healthz`, [part])
}

/** The Google stand-in, unless the environment names a provider of its own. */
async function startGoogle(demo: DemoParts): Promise<void> {
  if (process.env['GOOGLE_CLIENT_ID']) return
  const port = demo.standInsPort + 2
  await insistFree(port, 'STAND_INS_PORT + 2')
  const part = startPart('google', node24, [join(root, 'stand-ins', 'google', 'start.ts')], {
    output: 'keep',
    tied: true,
    env: { NODE_COMPILE_CACHE: compiled, GOOGLE_STANDIN_PORT: String(port), DATA_DIR: demo.dir },
  })
  parts.push(part)
  watch(part)
  await untilHealthy(`http://127.0.0.1:${port}/healthz`, [part])
}

async function startShops(env: Record<string, string>, port: number, processes: number) {
  const startShop = (name: string) =>
    startPart(name, node24, [...frugal, join(root, 'build', 'server', 'index.js')], {
      tied: true,
      env: {
        ...frugalEnv,
        NODE_COMPILE_CACHE: compiled,
        ...env,
        ...(processes > 1 && { SHARE_PORT: 'true' }),
      },
    })
  const shops = Array.from({ length: processes }, (_, index) => startShop(`shop ${index + 1}`))
  parts.push(...shops)
  await untilHealthy(`http://127.0.0.1:${port}/readyz`, shops)
  if (processes === 1) return watch(shops[0]!)
  keepUp(shops, {
    say,
    giveUp: closeFor,
    startAgain(fallen) {
      if (stopping) return null
      const next = startShop(fallen.name)
      parts[parts.indexOf(fallen)] = next
      return next
    },
  })
}

/** When a part falls, the house closes with its last words: nothing runs on half. */
function watch(part: Part): void {
  void part.whenEnded.then((code) => closeFor(part, code))
}

function closeFor(part: Part, code: number | null): void {
  if (stopping) return
  say(`The ${part.name} stopped by itself (${endOf(code)}). ${part.lastWords()}`)
  void stopAll(1)
}

async function untilHealthy(url: string, waitedFor: Part[]): Promise<void> {
  for (;;) {
    const fallen = waitedFor.find((part) => part.hasEnded())
    if (fallen)
      throw new CannotStart(`The ${fallen.name} did not start. ${fallen.lastWords()}`.trim())
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await pause(20)
  }
}

function numberFrom(name: string, fallback: number): number {
  const text = process.env[name]
  if (!text) return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value > 0 && value < 65_534) return value
  throw new CannotStart(`${name} must be a port number between 1 and 65533; it is '${text}'.`)
}

function processesFrom(args: string[]): number {
  const at = args.indexOf('--processes')
  if (at < 0) return 1
  const value = Number(args[at + 1])
  if (Number.isInteger(value) && value >= 1 && value <= 64) return value
  throw new CannotStart('--processes takes a whole number from 1 to 64.')
}

/** Says which port is taken before anything is started. */
function insistFree(port: number, name: string): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EACCES' ? 'needs more rights' : 'is taken by another program'
      fail(new CannotStart(`Port ${port} ${why}: set ${name.split(' ')[0]} to another one.`))
    })
    probe.listen(port, '0.0.0.0', () => probe.close(() => done()))
  })
}
