/** Seconds before the next attempt, by the number of attempts so far: a day in all. */
const delays = [5, 15, 45, 120, 400, 1_200, 3_600, 10_800, 21_600, 21_600, 21_600] as const

/** Attempts an email gets before it has permanently failed. */
export const maxMailTries = delays.length + 1

/** How often an email may be handed over without a response: twice, the second time marked as a repeat. */
export const maxHandoversInDoubt = 2

/**
 * Exponential backoff with up to 25 % of jitter: seconds until the next attempt, or null when there
 * is none. Jitter keeps a thousand emails that failed together from being retried together.
 */
export function retryDelay(tries: number, random: number): number | null {
  const delay = delays[tries - 1]
  return delay === undefined ? null : Math.round(delay * (0.75 + random / 2))
}
