import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { claimDataDir, isRunning } from './data-dir.ts'
import { startDatabase } from './database.ts'
import { CannotStart, endWith } from './plain-sentence.mjs'
import { node24, root } from './prepare.mjs'

/** `--no-database` goes before a command that asks nothing of the shop's own books. */
const needsDatabase = process.argv[2] !== '--no-database'
const [file, ...args] = process.argv.slice(needsDatabase ? 2 : 3)

try {
  process.loadEnvFile(join(root, '.env'))
} catch {
  // There is none.
}

const dir = resolve(process.env['DATA_DIR'] ?? join(root, '.data'))

try {
  if (!file) throw new CannotStart('Which command? Give its file.')
  process.exitCode = needsDatabase
    ? await withDatabase((databaseUrl) => run(file, { DATABASE_URL: databaseUrl }))
    : await run(file, {})
} catch (error) {
  endWith(error)
}

/** The configured database, that of the open house, or the demo's own for as long as it takes. */
async function withDatabase(work: (url: string) => Promise<number>): Promise<number> {
  const configured = process.env['DATABASE_URL']
  if (configured) return work(configured)
  const open = openHouse()
  if (open) return work(open.databaseUrl)
  const claim = claimDataDir(dir)
  const { part, url } = await startDatabase(dir, (line) => process.stderr.write(`${line}\n`))
  try {
    return await work(url)
  } finally {
    await part.stop()
    claim.release()
  }
}

type OpenHouse = { databaseUrl: string; provider?: Record<string, string> }

function openHouse(): OpenHouse | null {
  const [claim, note] = [join(dir, 'house.pid'), join(dir, 'open-house.json')]
  if (!existsSync(claim) || !existsSync(note)) return null
  if (!isRunning(Number(readFileSync(claim, 'utf8')), 'house.ts')) return null
  return JSON.parse(readFileSync(note, 'utf8')) as OpenHouse
}

function run(path: string, env: Record<string, string>): Promise<number> {
  return new Promise((done) => {
    const child = spawn(node24, [join(root, path), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...providerHere(), ...env },
    })
    process.on('SIGINT', () => {})
    child.on('exit', (code) => done(code ?? 1))
  })
}

/** The open house's own payment provider, unless the environment names an account. */
function providerHere(): Record<string, string> {
  return process.env['STRIPE_SECRET_KEY'] ? {} : (openHouse()?.provider ?? {})
}
