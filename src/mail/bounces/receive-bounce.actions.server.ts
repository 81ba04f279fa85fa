import type { Services } from '#platform/services/services.ts'

import { readBounce } from './delivery-report.rules.ts'
import { isBouncedOf, recordRejection } from './rejections.store.server.ts'

type ReceivedBounce = 'off' | 'forged' | 'unreadable' | 'taken'

/**
 * Handles a delivery status notification from the mail service: a permanent rejection that comes
 * later has the same effect as one during delivery. Reports that do not name an email of ours and
 * its recipient are ignored.
 */
export async function receiveBounce(
  { db, mail, hashes, clock, log }: Services,
  body: Buffer,
  signature: string,
): Promise<ReceivedBounce> {
  if (!mail.bounces) return 'off'
  if (!mail.bounces.isValid(body, signature, clock())) return 'forged'
  const bounce = readBounce(body.toString('utf8'))
  if (!bounce) return 'unreadable'
  const [mailId = ''] = bounce.messageId.split('@')
  for (const { recipient, action, status } of bounce.reports) {
    if (action !== 'failed' || !status.startsWith('5')) continue
    await db.transaction(async (tx) => {
      if (!(await isBouncedOf(tx, mailId, recipient, status))) return
      await recordRejection(tx, recipient, hashes.ofEmail(recipient))
      log.info({ mail: mailId, status }, 'email rejected by the receiving server after it was sent')
    })
  }
  return 'taken'
}
