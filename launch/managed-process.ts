import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

import { CannotStart } from './cannot-start.mjs'

/** A child process of the supervisor. */
export type ManagedProcess = {
  name: string
  pid: number | undefined
  hasEnded(): boolean
  /** The last line of its output, which says why it did not start. */
  lastOutput(): string
  whenEnded: Promise<number | null>
  stop(): Promise<void>
}

type Options = {
  env?: Record<string, string | undefined>
  /** `show` passes its output on; `keep` keeps the end of it for `lastOutput`. */
  output?: 'show' | 'keep'
  stopSignal?: NodeJS.Signals
  cwd?: string
  /** A Node process of ours: it exits when this process closes the IPC channel. */
  tied?: boolean
}

/** How long a process may take to stop before it is killed, in milliseconds. */
const stopTimeout = 25_000

const running = new Set<ManagedProcess>()

/** All running processes, oldest first. */
export const runningProcesses = (): ManagedProcess[] => [...running]

/**
 * Starts a process in a group of its own: Ctrl-C and signals to our group reach only this process,
 * which then stops the others in their order.
 */
export function startProcess(
  name: string,
  command: string,
  args: string[],
  options: Options = {},
): ManagedProcess {
  const stream = (options.output ?? 'show') === 'show' ? 'inherit' : 'pipe'
  const child: ChildProcess = spawn(command, args, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', stream, stream, ...(options.tied ? (['ipc'] as const) : [])],
    detached: true,
    ...(options.cwd && { cwd: options.cwd }),
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-2_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  let ended = false
  const whenEnded = new Promise<number | null>((done) => {
    const end = (code: number | null) => {
      ended = true
      running.delete(managed)
      done(code)
    }
    child.on('error', (error) => {
      output += error.message
      end(1)
    })
    child.on('exit', end)
  })
  const managed: ManagedProcess = {
    name,
    pid: child.pid,
    hasEnded: () => ended,
    lastOutput: () => output.trim().split('\n').at(-1) ?? '',
    whenEnded,
    async stop() {
      if (ended) return
      child.kill(options.stopSignal ?? 'SIGTERM')
      const killing = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
      await whenEnded
      clearTimeout(killing)
    },
  }
  running.add(managed)
  return managed
}

/** Waits until the address answers; throws `CannotStart` when one of these processes, which serve it, ends before. */
export async function untilAnswered(url: string, servers: ManagedProcess[]): Promise<void> {
  for (;;) {
    const ended = servers.find((server) => server.hasEnded())
    if (ended) {
      throw new CannotStart(`The ${ended.name} did not start. ${ended.lastOutput()}`.trim())
    }
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await pause(20)
  }
}
