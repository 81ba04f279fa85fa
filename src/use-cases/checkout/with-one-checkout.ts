import type { Checkout } from '#data/checkouts.ts'

import type { Parts } from '#use-cases/parts.ts'
import { endCheckout } from './end-checkout.ts'

/** Something to pay, the open checkout that it would replace, or why there is nothing. */
type Found<Opened, Why> = Opened | { superseded: Checkout } | { reason: Why }

type NotPaid<Why> = { ok: false; reason: Why | 'already-paid' | 'provider-away' }

/** Another tab may have changed what is asked for between two looks; rarely twice. */
const mostRounds = 3

/**
 * Pays for what `open` records or finds, by `pay`. An open checkout that stands in the way is ended
 * first, and one that turns out to be paid answers `already-paid`: a buyer has one at a time, and
 * nobody pays twice.
 */
export async function withOneCheckout<
  Opened extends { checkout: Checkout },
  Why extends string,
  Answer,
>(
  parts: Parts,
  open: () => Promise<Found<Opened, Why>>,
  pay: (opened: Opened) => Promise<Answer | 'no-longer-open'>,
): Promise<Answer | NotPaid<Why>> {
  for (let round = 0; round < mostRounds; round++) {
    const found = await open()
    if ('reason' in found) return { ok: false, reason: found.reason }
    if ('checkout' in found) {
      const answer = await pay(found)
      if (answer !== 'no-longer-open') return answer
      continue
    }
    const ended = await endCheckout(parts, found.superseded, 'cancelled')
    if (ended === 'paid') return { ok: false, reason: 'already-paid' }
    if (ended === 'unknown') return { ok: false, reason: 'provider-away' }
  }
  return { ok: false, reason: 'provider-away' }
}
