type Share<Item> = { request: Item; units: number }

/**
 * Divides cases among requests in the given order: every request gets one case before any gets a second, none
 * more than it asks for, and no person more than `most`. Returns the requests that get any, in the same order.
 */
export function shareCases<Item extends { units: number; userId: string }>(
  requests: readonly Item[],
  { cases, most }: { cases: number; most: number },
): Share<Item>[] {
  const shares = requests.map((request) => ({ request, units: 0 }))
  const ofPerson = new Map<string, number>()
  let left = cases
  for (let round = 1; round <= most; round++) {
    for (const share of shares) {
      const { units, userId } = share.request
      const had = ofPerson.get(userId) ?? 0
      if (left > 0 && units >= round && had < most) {
        ofPerson.set(userId, had + 1)
        share.units++
        left--
      }
    }
  }
  return shares.filter(({ units }) => units > 0)
}
