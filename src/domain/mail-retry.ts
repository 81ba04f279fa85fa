/** Seconds before the next try, by the number of tries so far: a day in all. */
const delays = [5, 15, 45, 120, 400, 1_200, 3_600, 10_800, 21_600, 21_600, 21_600] as const

/** Tries a letter gets before it is dead. */
export const maxMailTries = delays.length + 1

/** How often a letter may be handed over without an answer: once more, recognisably, then never. */
export const maxHandoversInDoubt = 2

/**
 * Seconds until the next try, or null when there is none. Up to a quarter sooner or later at
 * random, so that a thousand letters that failed together don't come back together.
 */
export function retryDelay(tries: number, random: number): number | null {
  const delay = delays[tries - 1]
  return delay === undefined ? null : Math.round(delay * (0.75 + random / 2))
}
