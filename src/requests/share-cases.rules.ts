type Share<Item> = { request: Item; units: number }

/**
 * Divides cases among requests in the given order: every request gets one case before any gets a second,
 * and none more than it asks for or than `most`. Returns the requests that get any, in the same order.
 */
export function shareCases<Item extends { units: number }>(
  requests: readonly Item[],
  { cases, most }: { cases: number; most: number },
): Share<Item>[] {
  const shares = requests.map((request) => ({ request, units: 0 }))
  let left = cases
  for (let round = 1; round <= most; round++) {
    for (const share of shares) {
      if (left > 0 && share.request.units >= round) {
        share.units++
        left--
      }
    }
  }
  return shares.filter(({ units }) => units > 0)
}
