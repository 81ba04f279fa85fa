import type { ManagedProcess } from './managed-process.ts'

/** More exits than this within `span` milliseconds stop everything. */
const maxExits = 5
const span = 60_000

type Options = {
  /** Starts a replacement of the process that exited; null while everything is stopping. */
  restart(exited: ManagedProcess): ManagedProcess | null
  giveUp(exited: ManagedProcess, code: number | null): void
  print(line: string): void
}

/** Restarts each of several processes when it exits; meanwhile the others take its requests. */
export function restartProcesses(
  processes: ManagedProcess[],
  { restart, giveUp, print }: Options,
): void {
  const exits: number[] = []
  const watch = async (first: ManagedProcess) => {
    for (let child = first; ;) {
      const code = await child.whenEnded
      const now = performance.now()
      exits.push(now)
      if (exits.filter((at) => now - at < span).length > maxExits) return giveUp(child, code)
      const next = restart(child)
      if (!next) return
      print(`The ${child.name} stopped by itself (${describeExit(code)}); it is started again.`)
      child = next
    }
  }
  for (const child of processes) void watch(child)
}

export const describeExit = (code: number | null): string =>
  code === null ? 'it was killed' : `exit code ${code}`
