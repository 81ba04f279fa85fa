import type { FaultRules, FaultSwitches } from '#fakes/faults/fault-rules.ts'

import { bookFee } from './balance-transactions.ts'
import { closeDispute } from './disputes.ts'
import { newId } from './ids.ts'
import type { Payments } from './open-payments.ts'

const recentShown = 20

/** The operations of the fault injection page; without a payment server, the rules alone. */
export function faultSwitches(faults: FaultRules, payments: Payments | null): FaultSwitches {
  if (!payments) {
    const nothing = { withheld: () => [], recent: () => [], release: () => 0 }
    return {
      faults,
      ...nothing,
      resend: () => false,
      closeDispute: () => false,
      chargeFee: () => null,
    }
  }
  const { webhooks, world } = payments
  return {
    faults,
    withheld: () => webhooks.withheld.map(({ id, type }) => ({ id, type })),
    recent: () =>
      world.events
        .all()
        .slice(-recentShown)
        .toReversed()
        .map(({ id, type, created, pending }) => ({ id, type, created, pending: pending.size })),
    release: (drop) => webhooks.release(drop),
    resend: (id) => webhooks.resend(id),
    closeDispute: (id, status) => {
      const dispute = world.collections.disputes.get(id)
      if (!dispute || dispute.status === 'won' || dispute.status === 'lost') return false
      closeDispute(world, dispute, status)
      return true
    },
    chargeFee: (amount) => bookFee(world, newId('txn', 24), amount).id,
  }
}
