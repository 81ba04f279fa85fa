import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'

/** One process of the house. */
export type Part = {
  name: string
  pid: number | undefined
  hasEnded(): boolean
  /** What it printed last: the reason, when it did not come up. */
  lastWords(): string
  whenEnded: Promise<number | null>
  stop(): Promise<void>
}

type Options = {
  env?: Record<string, string | undefined>
  /** `show` passes its output on; `keep` remembers the last of it. */
  output?: 'show' | 'keep'
  stopSignal?: NodeJS.Signals
  /** A Node process of ours: it is told when the launcher dies, and ends too. */
  tied?: boolean
}

/** How long a part may take to stop before it is killed, in milliseconds. */
const patience = 25_000

/**
 * Starts a process in a group of its own: Ctrl-C reaches only the launcher, which then stops the
 * parts in their order.
 */
export function startPart(
  name: string,
  command: string,
  args: string[],
  options: Options = {},
): Part {
  const output = options.output ?? 'show'
  const stream = output === 'show' ? 'inherit' : 'pipe'
  const child: ChildProcess = spawn(command, args, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', stream, stream, ...(options.tied ? (['ipc'] as const) : [])],
    detached: true,
  })
  let words = ''
  const remember = (chunk: Buffer) => {
    words = (words + chunk).slice(-2_000)
  }
  child.stdout?.on('data', remember)
  child.stderr?.on('data', remember)
  let ended = false
  const whenEnded = new Promise<number | null>((done) => {
    child.on('error', (error) => {
      words += error.message
      ended = true
      done(1)
    })
    child.on('exit', (code) => {
      ended = true
      done(code)
    })
  })
  return {
    name,
    pid: child.pid,
    hasEnded: () => ended,
    lastWords: () => words.trim().split('\n').at(-1) ?? '',
    whenEnded,
    async stop() {
      if (ended) return
      child.kill(options.stopSignal ?? 'SIGTERM')
      const killing = setTimeout(() => child.kill('SIGKILL'), patience)
      await whenEnded
      clearTimeout(killing)
    },
  }
}
