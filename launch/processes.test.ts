import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { claimDataDir, secretsIn } from './data-dir.ts'
import type { ManagedProcess } from './managed-process.ts'
import { restartProcesses } from './restart-processes.ts'
import { portFrom } from './settings.ts'

function aFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'kohue-launch-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

test('a port is that of the environment, if it is one', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const given = (port: string) => {
    vi.stubEnv('PORT', port)
    return portFrom('PORT', 3000)
  }
  expect(given('')).toBe(3000)
  expect(given('8080')).toBe(8080)
  // The two after it are those of the fake servers.
  expect(given('65533')).toBe(65_533)
  for (const wrong of ['0', '65534', '80.5', 'http']) {
    expect(() => given(wrong)).toThrow(
      `PORT must be a port number between 1 and 65533; it is '${wrong}'.`,
    )
  }
})

test('the secrets of a data folder stay, those that it lacks are added, and only its owner reads them', () => {
  const dir = aFolder()
  const first = secretsIn(dir)
  expect(new Set(Object.values(first)).size).toBe(4)
  expect(secretsIn(dir)).toEqual(first)
  const file = join(dir, 'secrets.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // A folder of an earlier release.
  const { dataSecret, ...earlier } = first
  writeFileSync(file, JSON.stringify(earlier))
  const now = secretsIn(dir)
  expect(now).toEqual({ ...earlier, dataSecret: expect.any(String) })
  expect(now.dataSecret).not.toBe(dataSecret)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(now)
})

test('a data folder is claimed by one, and free again once its process is gone', () => {
  const dir = aFolder()
  const { release } = claimDataDir(dir)
  const claim = join(dir, 'supervisor.pid')
  expect(readFileSync(claim, 'utf8')).toBe(String(process.pid))
  // A process id that another program has by now.
  writeFileSync(claim, '1')
  expect(claimDataDir(dir).dir).toBe(dir)
  release()
  expect(() => readFileSync(claim)).toThrow('ENOENT')
})

test('a process that exits is started again, five times within a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const said: string[] = []
  let end: (code: number | null) => void = () => {}
  const aProcess = () => {
    const whenEnded = new Promise<number | null>((done) => (end = done))
    return { name: 'shop 1', whenEnded } as ManagedProcess
  }
  restartProcesses([aProcess()], {
    restart: aProcess,
    giveUp: ({ name }, code) => said.push(`gave up ${name} ${code}`),
    print: (line) => said.push(line),
  })
  const exit = async (code: number | null) => {
    end(code)
    await Promise.resolve()
    await Promise.resolve()
    await Promise.resolve()
    return said.splice(0)
  }
  expect(await exit(null)).toEqual([
    'The shop 1 stopped by itself (it was killed); it is started again.',
  ])
  vi.advanceTimersByTime(60_000)
  // That exit is a minute ago and no longer counts.
  for (let exits = 1; exits <= 5; exits++) {
    expect(await exit(1)).toEqual([
      'The shop 1 stopped by itself (exit code 1); it is started again.',
    ])
  }
  expect(await exit(1)).toEqual(['gave up shop 1 1'])
})
