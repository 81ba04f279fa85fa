// `node launch/with-database.ts [--no-database] FILE ARGS…`: runs a command of the shop with the
// database (and the payment provider) of the running `npm start`, or starts the one of the data folder for
// that time. `--new-database` among the arguments: makes one there when there is none.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { CannotStart, endWith } from './cannot-start.mjs'
import { claimDataDir, isRunning, secretsIn, supervisorPid } from './data-dir.ts'
import { hasDatabase, startDatabase } from './database.ts'
import { runningProcesses } from './managed-process.ts'
import { node24, root } from './prepare.mjs'
import { dataDirOf } from './settings.ts'

const needsDatabase = process.argv[2] !== '--no-database'
const newDatabase = '--new-database'
const [file, ...given] = process.argv.slice(needsDatabase ? 2 : 3)
const args = given.filter((arg) => arg !== newDatabase)
const print = (line: string) => process.stderr.write(`${line}\n`)

try {
  process.loadEnvFile(join(root, '.env'))
} catch {
  // No file.
}

const dir = dataDirOf()

// Ctrl-C reaches the command itself; this process waits for it and then stops the database.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stopAll())
}

let command: ReturnType<typeof spawn> | null = null

async function stopAll(): Promise<never> {
  command?.kill('SIGTERM')
  await Promise.all(runningProcesses().map((child) => child.stop()))
  process.exit(1)
}

try {
  if (!file) throw new CannotStart('Which command? Give its file.')
  process.exitCode = needsDatabase
    ? await withDatabase((databaseUrl) => run(file, { DATABASE_URL: databaseUrl, ...dataSecret() }))
    : await run(file, {})
} catch (error) {
  endWith(error)
}

async function withDatabase(work: (url: string) => Promise<number>): Promise<number> {
  const configured = process.env['DATABASE_URL']
  if (configured) {
    const url = URL.parse(configured)
    print(`Uses the database of DATABASE_URL: ${url ? url.host + url.pathname : 'not a plain URL'}`)
    return work(configured)
  }
  const running = runningServer()?.databaseUrl
  if (running) {
    print(`Uses the database of the running npm start: ${dir}`)
    return work(running)
  }
  if (!hasDatabase(dir) && !given.includes(newDatabase)) {
    throw new CannotStart(
      `There is no database in ${dir}: set DATA_DIR or DATABASE_URL, or say ${newDatabase} to make one there.`,
    )
  }
  print(`Uses the database in ${dir}`)
  const claim = claimDataDir(dir)
  const { child, url } = await startDatabase(dir, print)
  try {
    return await work(url)
  } finally {
    await child.stop()
    claim.release()
  }
}

type RunningServer = { databaseUrl: string; provider?: Record<string, string> }

/** The contents of `server.json`, which the supervisor writes while it runs. */
function runningServer(): RunningServer | null {
  const [claim, note] = [join(dir, supervisorPid), join(dir, 'server.json')]
  if (!existsSync(claim) || !existsSync(note)) return null
  if (!isRunning(Number(readFileSync(claim, 'utf8')), 'supervisor.ts')) return null
  return JSON.parse(readFileSync(note, 'utf8')) as RunningServer
}

function run(path: string, env: Record<string, string>): Promise<number> {
  return new Promise((done) => {
    command = spawn(node24, [join(root, path), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...fakeProvider(), ...env },
    })
    command.on('exit', (code) => done(code ?? 1))
  })
}

/** The demo's DATA_SECRET, unless the environment has one or the data folder has no secrets. */
function dataSecret(): Record<string, string> {
  const isGiven = process.env['DATA_SECRET'] || !existsSync(join(dir, 'secrets.json'))
  return isGiven ? {} : { DATA_SECRET: secretsIn(dir).dataSecret }
}

/** The running fake payment server, unless the environment names an account. */
function fakeProvider(): Record<string, string> {
  return process.env['STRIPE_SECRET_KEY'] ? {} : (runningServer()?.provider ?? {})
}
