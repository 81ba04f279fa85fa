import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { node24, root } from '#launch/prepare.mjs'
import { openTestHouse } from '#tests/harness/test-house.ts'

let dir: string

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kohue-launch-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Runs the launcher until it ends by itself. */
function launch(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(node24, [join(root, 'launch', 'house.ts')], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  return new Promise((done) => child.on('exit', (code) => done({ code, said: said.trim() })))
}

/** Processes that speak of this folder or were started by that launcher. */
const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${parent}\n`)
      } catch {
        return false
      }
    })
    .map(Number)

const isAlive = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/status`, 'utf8').includes('State:\tZ')
  } catch {
    return false
  }
}

describe('what can’t be done is one plain sentence and a non-zero exit', () => {
  test('a port that is taken', async () => {
    const { port } = new URL(inject('house').url)
    const { code, said } = await launch({ PORT: port, DATA_DIR: dir })
    expect(said).toBe(`Port ${port} is taken by another program: set PORT to another one.`)
    expect(code).toBe(1)
  })

  test('a stand-in’s port that is taken', async () => {
    const holder = createServer().listen(0, '0.0.0.0')
    await new Promise((ready) => holder.once('listening', ready))
    const { port } = holder.address() as { port: number }
    const { code, said } = await launch({
      PORT: '18871',
      STAND_INS_PORT: String(port),
      DATA_DIR: dir,
    })
    holder.close()
    expect(said).toBe(
      `Port ${port} is taken by another program: set STAND_INS_PORT to another one.`,
    )
    expect(code).toBe(1)
  })

  test('a port that is none', async () => {
    const { code, said } = await launch({ PORT: 'abc', DATA_DIR: dir })
    expect(said).toBe("PORT must be a port number between 1 and 65533; it is 'abc'.")
    expect(code).toBe(1)
  })

  test('a data folder that is a file', async () => {
    const file = join(dir, 'file')
    writeFileSync(file, '')
    const { code, said } = await launch({ PORT: '18872', DATA_DIR: join(file, 'data') })
    expect(said).toBe(`The data folder ${file}/data can't be written: part of that path is a file.`)
    expect(code).toBe(1)
  })

  test('production with settings missing: all of them at once', async () => {
    const { code, said } = await launch({ NODE_ENV: 'production', PORT: '18873' })
    for (const name of [
      'DATABASE_URL',
      'STRIPE_SECRET_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'PUBLIC_URL',
    ]) {
      expect(said).toContain(`${name} is missing`)
    }
    expect(said).not.toContain('    at ')
    expect(code).toBe(1)
  })
})

test('a house keeps its books over restarts, stops whole, and rises after a kill', async () => {
  const first = await openTestHouse(join(dir, 'house'))
  const answer = await fetch(`${first.facts.url}/healthz`)
  expect(answer.status).toBe(200)
  const own = childrenOf(first.pid)
  expect(own.length).toBeGreaterThanOrEqual(3)

  const second = await launch({ PORT: '18874', DATA_DIR: join(dir, 'house') })
  expect(second.said).toContain('Another Kohue already uses')
  expect(second.code).toBe(1)

  await first.stop()
  expect(own.filter(isAlive)).toEqual([])

  const again = await openTestHouse(join(dir, 'house'))
  const left = childrenOf(again.pid)
  process.kill(again.pid, 'SIGKILL')
  await expect.poll(() => left.filter(isAlive).length, { timeout: 20_000 }).toBeLessThanOrEqual(1)

  const risen = await openTestHouse(join(dir, 'house'))
  expect((await fetch(`${risen.facts.url}/healthz`)).status).toBe(200)
  expect(left.filter(isAlive)).toEqual([])
  await risen.stop()
})
