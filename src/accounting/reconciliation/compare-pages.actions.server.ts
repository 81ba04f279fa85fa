import type { PaymentSession } from '#payments/payment-session.ts'
import type { Span } from '#payments/reconciliation-payments.ts'
import type { Difference } from '#payments/reconciliation.rules.ts'
import { isUuid } from '#platform/database/uuid.ts'
import type { Services } from '#platform/services/services.ts'

import type { LedgerServices } from './compare-payments.actions.server.ts'
import { checkoutStates } from './reconciliation.store.server.ts'

/** Finds payment pages that can still be paid although their checkout no longer holds stock. */
export async function comparePages(services: LedgerServices, span: Span, most: number) {
  const { db, payments } = services
  const differences: Difference[] = []
  let isWhole = true
  let pages = 0
  for await (const page of payments.sessionPages(span)) {
    pages += page.length
    for (const session of await leftOpen(services, page)) {
      // Read again: it may have been closing.
      const now = await payments.getSession(session.id)
      const [still] = now ? await leftOpen({ db }, [now]) : []
      if (still) differences.push({ kind: 'page-left-open', session: still.id })
    }
    if (pages >= most) {
      isWhole = false
      break
    }
  }
  return { differences, counts: { pages }, isWhole }
}

/** The sessions that are open at the provider while their checkout is not. */
async function leftOpen(
  { db }: Pick<Services, 'db'>,
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
