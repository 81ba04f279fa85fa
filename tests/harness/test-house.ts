import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { node24, root } from '#launch/prepare.mjs'

export type HouseFacts = {
  url: string
  standInsUrl: string
  databaseUrl: string
  admin: { email: string; password: string }
}

export type TestHouse = { facts: HouseFacts; pid: number; stop(): Promise<void> }

const admin = { email: 'staff@kohue.example', password: 'a staff password' }

/** Opens a house in a folder of its own, on ports nobody uses, as `npm start` would. */
export async function openTestHouse(
  dir: string,
  env: Record<string, string> = {},
  logFile?: string,
): Promise<TestHouse> {
  const port = await freeBlock(5)
  const child = spawn(node24, [join(root, 'launch', 'house.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: undefined,
      VITEST: undefined,
      PORT: String(port),
      STAND_INS_PORT: String(port + 1),
      DATA_DIR: dir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...env,
    },
  })
  let said = ''
  const heard = (chunk: Buffer) => {
    said += chunk
    if (logFile) appendFileSync(logFile, chunk)
  }
  child.stdout.on('data', heard)
  child.stderr.on('data', heard)
  const ended = new Promise<void>((done) => child.on('exit', () => done()))

  while (!said.includes('Ctrl-C closes the house')) {
    if (child.exitCode !== null) throw new Error(`The house did not open:\n${said}`)
    await pause(50)
  }
  const databaseUrl = /postgres:\/\/\S+/.exec(said)?.[0] ?? ''
  return {
    facts: {
      url: `http://localhost:${port}`,
      standInsUrl: `http://127.0.0.1:${port + 1}`,
      databaseUrl,
      admin,
    },
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * The first of some ports in a row that nobody uses: below those that systems hand out by
 * themselves, one of which somebody's connection might take before it is listened on here.
 */
export async function freeBlock(size: number): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await Promise.all(
      Array.from({ length: size }, (_, index) => isFree(first + index)),
    )
    if (free.every(Boolean)) return first
  }
  throw new Error('No free ports')
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '0.0.0.0', () => probe.close(() => done(true)))
  })
