import { createHash } from 'node:crypto'

import {
  claimEvidence,
  disputeById,
  endEvidence,
  saveEvidenceFile,
  unansweredDisputes,
} from '#orders/disputes/dispute-evidence.store.server.ts'
import type { Dispute } from '#orders/disputes/disputes.store.server.ts'
import { recordAfterSale } from '#orders/disputes/record-after-sale.actions.server.ts'
import { raiseFlag } from '#orders/flags/order-flags.store.server.ts'
import { ProviderRefused, ProviderUnavailable } from '#payments/payments.ts'
import { may } from '#platform/access/access.rules.ts'
import { eachApart } from '#platform/jobs/each-apart.ts'
import type { Services, Staff } from '#platform/services/services.ts'

import type { Printed } from '../papers/pdf-response.ts'
import type { DisputeFacts } from './dispute-file.actions.server.ts'
import { disputeFacts } from './dispute-file.actions.server.ts'

/** What is known about a disputed order as one PDF, for staff who handle orders; else null. */
export async function printDisputeFile(
  services: Services,
  viewer: Staff,
  { number, disputeId }: { number: number; disputeId: string },
): Promise<Printed | null> {
  const dispute = may(viewer, 'handle-orders') ? await disputeById(services.db, disputeId) : null
  const facts = dispute && (await disputeFacts(services, dispute))
  if (facts?.order.number !== number) return null
  const file = await services.papers.disputeFile(facts.file)
  return { name: `evidence-K-${number}.pdf`, file }
}

/** Part of the idempotency key, so that the same evidence is the same request. */
const digestOf = (evidence: object): string =>
  createHash('sha256').update(JSON.stringify(evidence)).digest('hex').slice(0, 32)

/** Hours before the deadline at which a dispute is answered in any case. */
const latestHours = 48
const most = 50

/**
 * Submits evidence about disputes to the provider, if STRIPE_SEND_EVIDENCE is on: for each once, as soon
 * as its boxes are delivered, else two days before the deadline. Runs every ten minutes; a run that was
 * interrupted is continued from its row.
 */
export async function answerDisputes(services: Services): Promise<void> {
  const { db, clock, settings, log } = services
  if (!settings.sendsEvidence) return
  const now = clock()
  await eachApart(await unansweredDisputes(db, now, most), async (dispute) => {
    const facts = await disputeFacts(services, dispute)
    const isDue =
      dispute.respondBy !== null &&
      dispute.respondBy.getTime() - now.getTime() < latestHours * 3_600_000
    if (!facts.isDelivered && !isDue) return
    try {
      await answer(services, dispute, facts)
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      log.warn({ err: error, dispute: dispute.id }, 'evidence delayed: provider unavailable')
    }
  })
}

async function answer(
  services: Services,
  { id }: Dispute,
  { order, file, evidence }: DisputeFacts,
): Promise<void> {
  const { db, clock, payments, papers, log } = services
  const claimed = await claimEvidence(db, id, clock())
  // The last attempt may have succeeded although its response was lost: ask the provider first.
  if (!(await payments.hasEvidence(id))) {
    try {
      const fileId =
        claimed.fileId ??
        (await saveEvidenceFile(
          db,
          id,
          await payments.uploadEvidence({
            name: `evidence-K-${order.number}.pdf`,
            pdf: await papers.disputeFile(file),
          }),
        ))
      const submitted = { ...evidence, fileId }
      await payments.submitEvidence(id, submitted, `evidence:${id}:${digestOf(submitted)}`)
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      log.error({ err: error, order: order.id }, 'evidence refused by the payment provider')
      await endEvidence(db, id, { failure: error.message.slice(0, 200) })
      await db.transaction((tx) =>
        raiseFlag(tx, order.id, 'evidence-refused', { source: id, once: true }),
      )
      return
    }
  }
  await endEvidence(db, id, { sentAt: clock() })
  if (order.paymentIntentId) await recordAfterSale(services, order.paymentIntentId)
}
