// `npm start` and `npm run dev`: starts the shop with its own PostgreSQL and fake servers, unless the
// environment names others. `--processes N` serves from N processes; `--dev` from the sources.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { paymentEvents } from '#payments/payment-events.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { CannotStart } from './cannot-start.mjs'
import { claimDataDir, secretsIn } from './data-dir.ts'
import { startDatabase } from './database.ts'
import type { DemoSettings, FakeName } from './demo-env.ts'
import { checkAccounts, demoEnv, fakesNeeded, isDemo } from './demo-env.ts'
import type { ManagedProcess } from './managed-process.ts'
import { runningProcesses, startProcess, untilAnswered } from './managed-process.ts'
import { node24, root } from './prepare.mjs'
import { providerIds } from './provider-ids.ts'
import { describeExit, restartProcesses } from './restart-processes.ts'
import { dataDirOf, portFrom } from './settings.ts'
import { welcomeScreen } from './welcome-screen.ts'

const print = (line: string) => process.stderr.write(`${line}\n`)
const isDev = process.argv.includes('--dev')

/** `npm run dev -- --inspect`: a debugger attaches to port 9229 (.vscode/launch.json). */
const inspector = process.argv.includes('--inspect') ? ['--inspect=127.0.0.1:9229'] : []

/**
 * Node uses what memory the machine has before it collects garbage; the shop's live heap is some
 * 40 MB, 110 with 500 buyers at once. After the same pages and purchases: 425 MB resident without
 * these flags. Semi-spaces of 8 MB use an eighth more processor time for a purchase. As in `Dockerfile`.
 */
const shopArgs = isDev
  ? ['--enable-source-maps', ...inspector, join(root, 'launch', 'dev-server.ts')]
  : [
      ...['--max-semi-space-size=16', '--max-old-space-size=176'],
      join(root, 'build', 'server', 'index.js'),
    ]

/** Never resolves: the process exits. Later signals wait for the same shutdown. */
let stopping: Promise<never> | null = null
const stopAll = (code: number): Promise<never> => (stopping ??= stopInOrder(code))

/** The shop finishes its requests while the database and the fake servers still run. */
async function stopInOrder(code: number): Promise<never> {
  const shops = runningProcesses().filter((child) => child.name.startsWith('shop'))
  await Promise.all(shops.map((child) => child.stop()))
  // Includes processes that were started meanwhile.
  while (runningProcesses().length > 0) await runningProcesses().at(-1)!.stop()
  release()
  process.exit(code)
}

let release = () => {}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stopAll(0))
}
process.on('uncaughtException', fail)

try {
  await start()
} catch (error) {
  fail(error)
}

function fail(error: unknown): void {
  if (stopping) return
  print(error instanceof CannotStart ? error.message : String((error as Error).stack))
  void stopAll(1)
}

async function start(): Promise<void> {
  try {
    process.loadEnvFile(join(root, '.env'))
  } catch {
    // No file: every setting has a default here.
  }
  const port = portFrom('PORT', 3000)
  const count = processesFrom(process.argv)
  await requireFreePort(port, 'PORT')
  if (!isDemo(process.env)) {
    await startShops({ PORT: String(port) }, port, count)
    print(welcomeScreen({ port, fakesPort: 0, env: process.env, fakes: null }))
    return
  }
  checkAccounts(process.env)
  const fakes = fakesNeeded(process.env)
  const fakesPort = fakesPortFrom(port)
  const env = await startDemoServices(port, fakesPort, fakes)
  await startShops(env, port, count)
  print(welcomeScreen({ port, fakesPort, env: { ...process.env, ...env }, fakes }))
}

/** The database and the fake servers that are needed; returns the settings of the shop. */
async function startDemoServices(port: number, fakesPort: number, fakes: Set<FakeName>) {
  if (fakes.size > 0) {
    await requireFreePort(fakesPort, 'FAKES_PORT')
    if (fakes.has('mail')) await requireFreePort(fakesPort + 1, 'FAKES_PORT')
    if (fakes.has('google')) await requireFreePort(fakesPort + 2, 'FAKES_PORT')
  }
  const claim = claimDataDir(dataDirOf())
  release = claim.release
  const demo: DemoSettings = { port, fakesPort, secrets: secretsIn(claim.dir) }
  const [databaseUrl] = await Promise.all([
    process.env['DATABASE_URL'] || startOwnDatabase(claim.dir),
    fakes.size > 0 ? startFakes(demo, fakes, claim.dir) : undefined,
  ])
  const env = demoEnv({ ...demo, databaseUrl }, process.env)
  const ids = fakes.has('payments') ? await providerIds(claim.dir, { ...process.env, ...env }) : {}
  // Lets commands such as `npm run db:seed` find this database and provider.
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env
  const provider = fakes.has('payments') ? { STRIPE_SECRET_KEY, STRIPE_API_BASE } : {}
  const note = JSON.stringify({ databaseUrl, provider })
  writeFileSync(join(claim.dir, 'server.json'), note, { mode: 0o600 })
  return { ...ids, ...env }
}

async function startOwnDatabase(dir: string): Promise<string> {
  const { child, localUrl } = await startDatabase(dir, print)
  stopWith(child)
  return localUrl
}

async function startFakes(demo: DemoSettings, fakes: Set<FakeName>, dir: string): Promise<void> {
  const env = demoEnv(demo, process.env)
  const child = startProcess('fake servers', node24, [join(root, 'fakes', 'main.ts')], {
    output: 'keep',
    tied: true,
    env: {
      FAKES: [...fakes].join(','),
      FAKES_PORT: String(demo.fakesPort),
      DATA_DIR: dir,
      WEBHOOK_URL: `http://127.0.0.1:${demo.port}${paths.paymentWebhook()}`,
      STRIPE_SECRET_KEY: env['STRIPE_SECRET_KEY'],
      STRIPE_PUBLISHABLE_KEY: env['STRIPE_PUBLISHABLE_KEY'],
      STRIPE_WEBHOOK_SECRET: env['STRIPE_WEBHOOK_SECRET'],
      WEBHOOK_EVENTS: paymentEvents.join(','),
    },
  })
  stopWith(child)
  await untilAnswered(`http://127.0.0.1:${demo.fakesPort}/healthz`, [child])
}

async function startShops(env: Record<string, string>, port: number, count: number) {
  const startShop = (name: string) =>
    startProcess(name, node24, shopArgs, {
      tied: true,
      env: { MALLOC_ARENA_MAX: '2', ...env, ...(count > 1 && { SHARE_PORT: 'true' }) },
    })
  const shops = Array.from({ length: count }, (_, index) => startShop(`shop ${index + 1}`))
  await untilAnswered(`http://127.0.0.1:${port}/readyz`, shops)
  if (count === 1) return stopWith(shops[0]!)
  restartProcesses(shops, {
    print,
    giveUp: stopBecauseOf,
    restart: (exited) => (stopping ? null : startShop(exited.name)),
  })
}

/** Stops everything when this process exits by itself. */
function stopWith(child: ManagedProcess): void {
  void child.whenEnded.then((code) => stopBecauseOf(child, code))
}

function stopBecauseOf(child: ManagedProcess, code: number | null): void {
  if (stopping) return
  print(`The ${child.name} stopped by itself (${describeExit(code)}). ${child.lastOutput()}`)
  void stopAll(1)
}

/** STAND_INS_PORT is the earlier name of FAKES_PORT. */
function fakesPortFrom(port: number): number {
  return portFrom(process.env['FAKES_PORT'] ? 'FAKES_PORT' : 'STAND_INS_PORT', port + 1)
}

function processesFrom(args: string[]): number {
  const at = args.indexOf('--processes')
  if (at < 0) return 1
  const value = Number(args[at + 1])
  if (Number.isInteger(value) && value >= 1 && value <= 64) return value
  throw new CannotStart('--processes takes a whole number from 1 to 64.')
}

/** Reports a port that is taken before anything is started. */
function requireFreePort(port: number, name: string): Promise<void> {
  return new Promise((done, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EACCES' ? 'needs more rights' : 'is taken by another program'
      reject(new CannotStart(`Port ${port} ${why}: set ${name} to another one.`))
    })
    probe.listen(port, '0.0.0.0', () => probe.close(() => done()))
  })
}
