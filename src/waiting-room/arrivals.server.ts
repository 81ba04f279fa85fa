import type { Log } from '#platform/services/services.ts'

import type { Arrival, Arrived } from './entry.store.server.ts'

/** Milliseconds in which those who arrive are given their numbers together, or longer while others get theirs. */
const gather = 10

type ArrivalsOptions = {
  /** Gives all of them their numbers; null where the line has closed meanwhile. */
  give: (arrivals: Arrival[]) => Promise<Arrived[] | null>
  /** Milliseconds before which nobody may be given a number. */
  wait: () => number
  log: Log
}

/** Gives those who arrive within a moment their numbers in one transaction, one transaction after the other. */
export function arrivals({ give, wait, log }: ArrivalsOptions) {
  const waiting: { arrival: Arrival; done: (arrived: Arrived | null) => void }[] = []
  let gathering: ReturnType<typeof setTimeout> | undefined
  let isGiving = false

  function gatherOthers(): void {
    if (isGiving) return
    gathering ??= setTimeout(() => void givePlaces(), Math.max(gather, wait()))
  }

  async function givePlaces(): Promise<void> {
    gathering = undefined
    isGiving = true
    const asked = waiting.splice(0)
    const arrived = await give(asked.map(({ arrival }) => arrival)).catch((err: unknown) => {
      log.warn({ err }, 'no places given')
      return asked.map(() => null)
    })
    isGiving = false
    if (waiting.length > 0) gatherOthers()
    // The line has closed meanwhile: everybody is in.
    asked.forEach(({ done }, at) => done(arrived ? arrived[at]! : { isIn: true, ticket: 0 }))
  }

  return {
    /** The place of one who arrives; null while the database gives none. */
    placeFor: (arrival: Arrival) =>
      new Promise<Arrived | null>((done) => {
        waiting.push({ arrival, done })
        gatherOthers()
      }),
    stop: () => clearTimeout(gathering),
  }
}
