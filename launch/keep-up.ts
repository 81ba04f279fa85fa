import type { Part } from './part.ts'

/** More falls than this within `span` milliseconds are no accident any more. */
const mostFalls = 5
const span = 60_000

type Keeper = {
  /** Starts one in the place of the one that fell; null when the house is closing anyway. */
  startAgain(fallen: Part): Part | null
  giveUp(fallen: Part, code: number | null): void
  say(line: string): void
}

/** Keeps several processes of one kind up: while one is replaced, the others serve. */
export function keepUp(parts: Part[], { startAgain, giveUp, say }: Keeper): void {
  const falls: number[] = []
  const keep = async (part: Part) => {
    for (let standing = part; ;) {
      const code = await standing.whenEnded
      const now = performance.now()
      falls.push(now)
      const isHopeless = falls.filter((at) => now - at < span).length > mostFalls
      if (isHopeless) return giveUp(standing, code)
      const next = startAgain(standing)
      if (!next) return
      say(`The ${standing.name} stopped by itself (${endOf(code)}); it is started again.`)
      standing = next
    }
  }
  for (const part of parts) void keep(part)
}

/** How a process ended, in words. */
export const endOf = (code: number | null): string =>
  code === null ? 'it was killed' : `exit code ${code}`
