import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { freePorts } from '#launch/free-ports.ts'
import { node24, root } from '#launch/prepare.mjs'

import { withoutDurability } from './without-durability.ts'

type ServerInfo = {
  url: string
  fakesUrl: string
  databaseUrl: string
  admin: { email: string; password: string }
  /** Empty where nothing is logged to a file. */
  logFile: string
}

export type TestServer = { facts: ServerInfo; pid: number; stop(): Promise<void> }

const admin = { email: 'staff@kohue.example', password: 'a staff password' }

/** Starts the shop as `npm start` does, on free ports, with its data in `dir`. */
export async function startTestServer(
  dir: string,
  env: Record<string, string> = {},
  { logFile = '', processes = 1 }: { logFile?: string; processes?: number } = {},
): Promise<TestServer> {
  const port = await freePorts(4)
  const args = [join(root, 'launch', 'supervisor.ts'), '--processes', String(processes)]
  const child = spawn(node24, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: undefined,
      VITEST: undefined,
      PORT: String(port),
      FAKES_PORT: String(port + 1),
      DATA_DIR: dir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      // A busy machine would open the line in any test.
      WAITING_CAPACITY: '0',
      ...env,
    },
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
    if (logFile) appendFileSync(logFile, chunk)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = new Promise<void>((done) => child.on('exit', () => done()))

  while (!output.includes('Ctrl-C stops it')) {
    if (child.exitCode !== null) throw new Error(`The shop did not start:\n${output}`)
    await pause(50)
  }
  const databaseUrl = /postgres:\/\/\S+/.exec(output)?.[0] ?? ''
  await withoutDurability(databaseUrl)
  return {
    facts: {
      url: `http://localhost:${port}`,
      fakesUrl: `http://127.0.0.1:${port + 1}`,
      ...{ databaseUrl, admin, logFile },
    },
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
