import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { CannotStart } from './cannot-start.mjs'

export const supervisorPid = 'supervisor.pid'

/** True while the process runs and its command line contains `mark`. */
export function isRunning(pid: number, mark: string): boolean {
  try {
    process.kill(pid, 0)
    const commandLine = `/proc/${pid}/cmdline`
    return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes(mark)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Creates the data folder and claims it for this process alone. */
export function claimDataDir(dataDir: string): { dir: string; release: () => void } {
  const dir = resolve(dataDir)
  const claim = join(dir, supervisorPid)
  try {
    mkdirSync(dir, { recursive: true })
    if (existsSync(claim) && isRunning(Number(readFileSync(claim, 'utf8')), 'launch/')) {
      throw new CannotStart(`Another Kohue already uses ${dir}: stop it, or set DATA_DIR.`)
    }
    writeFileSync(claim, String(process.pid))
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`The data folder ${dir} can't be written: ${reasonOf(error)}.`)
  }
  return { dir, release: () => rmSync(claim, { force: true }) }
}

const reasons: Record<string, string> = {
  EACCES: 'no right to write there',
  EPERM: 'no right to write there',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'part of that path is a file',
  EEXIST: 'there is a file of that name',
}

const reasonOf = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return reasons[code] ?? String(error)
}

export type Secrets = {
  authSecret: string
  dataSecret: string
  webhookSecret: string
  adminPassword: string
}

/** The demo's secrets, generated once and stored in the data folder; ones that are missing are added. */
export function secretsIn(dir: string): Secrets {
  const file = join(dir, 'secrets.json')
  const kept: Partial<Secrets> = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>)
    : {}
  const secrets: Secrets = {
    authSecret: randomBytes(32).toString('base64url'),
    dataSecret: randomBytes(32).toString('base64url'),
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    adminPassword: randomBytes(9).toString('base64url'),
    ...kept,
  }
  if (Object.keys(secrets).every((name) => name in kept)) return secrets
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
