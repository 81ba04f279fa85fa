import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { installFromDebian, pathOf } from './debian.ts'
import { root } from './prepare.mjs'

export const hasPooler = (): boolean => installFromDebian('pgbouncer') === null

export type Pooler = { stop(): Promise<void> }

type Options = {
  port: number
  databasePort: number
  user?: string
  password?: string
  /** In place of those of the file. */
  connections?: number
  waitSeconds?: number
}

/** PgBouncer with `deploy/pgbouncer.ini`, except for addresses and what the options say. */
export async function startPooler({
  port,
  databasePort,
  user = 'kohue',
  password = 'kohue',
  connections = 20,
  waitSeconds = 5,
}: Options): Promise<Pooler> {
  const dir = mkdtempSync(join(tmpdir(), 'kohue-pooler-'))
  const conf = readFileSync(join(root, 'deploy', 'pgbouncer.ini'), 'utf8')
    .replace('host=postgres.example port=5432', `host=127.0.0.1 port=${databasePort}`)
    .replace('listen_addr = *', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer', dir)
    .replace('default_pool_size = 20', `default_pool_size = ${connections}`)
    .replace('query_wait_timeout = 5', `query_wait_timeout = ${waitSeconds}`)
  writeFileSync(join(dir, 'pgbouncer.ini'), conf)
  writeFileSync(join(dir, 'userlist.txt'), `"${user}" "${password}"\n`)
  // It does not run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chmodSync(dir, 0o755)
  const child = spawn(
    pathOf('pgbouncer')!,
    [...(isRoot ? ['-u', 'nobody'] : []), join(dir, 'pgbouncer.ini')],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/kohue`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${output}`)
    await pause(50)
  }
  return {
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
