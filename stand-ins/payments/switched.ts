import type { Switched } from '../faults/handle.ts'
import { closeDispute } from './disputes.ts'
import type { Payments } from './open-payments.ts'

const recentShown = 20

/** The parts of the payment provider that the fault switchboard works on. */
export const switched = ({ faults, webhooks, world }: Payments): Switched => ({
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
})
