import { checkoutStates } from '#data/books.ts'
import { isUuid } from '#data/uuid.ts'
import type { Difference } from '#domain/books.ts'
import type { Span } from '#services/payments/books-payments.ts'
import type { PaymentSession } from '#services/payments/payments.ts'

import type { Parts } from '#use-cases/parts.ts'

type Books = Pick<Parts, 'db' | 'payments'>

/** Finds payment pages that can still be paid although their checkout holds no wine any more. */
export async function comparePages(parts: Books, span: Span, most: number) {
  const { db, payments } = parts
  const differences: Difference[] = []
  let isWhole = true
  let pages = 0
  for await (const page of payments.sessionPages(span)) {
    pages += page.length
    for (const session of await left(parts, page)) {
      // Once more, as both stand now: it may have been closing.
      const now = await payments.getSession(session.id)
      const [still] = now ? await left({ db }, [now]) : []
      if (still) differences.push({ kind: 'page-left-open', session: still.id })
    }
    if (pages >= most) {
      isWhole = false
      break
    }
  }
  return { differences, counts: { pages }, isWhole }
}

/** Those that are open at the provider, and not in our books. */
async function left(
  { db }: Pick<Parts, 'db'>,
  sessions: readonly PaymentSession[],
): Promise<PaymentSession[]> {
  const open = sessions.filter(
    ({ state, checkoutId }) => state === 'open' && checkoutId !== null && isUuid(checkoutId),
  )
  const states = await checkoutStates(
    db,
    open.map(({ checkoutId }) => checkoutId!),
  )
  return open.filter(({ checkoutId }) => {
    const state = states.get(checkoutId!)
    return state !== undefined && state !== 'open'
  })
}
