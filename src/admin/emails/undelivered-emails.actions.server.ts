import { z } from 'zod'

import { campaignById } from '#campaigns/campaign/campaigns.store.server.ts'
import type { Mail } from '#mail/mails.store.server.ts'
import { deleteOldMails, leaveMail, requeueMail } from '#mail/mails.store.server.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import type { AuditAction } from '#platform/audit/audit.rules.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

type FailureEnd = {
  log: AuditAction
  /** The changed email; null when it has not failed. */
  change: (tx: Transaction, mailId: string) => Promise<Mail | null>
  state: Mail['state']
  sentence: string
  /** Why this may not be done with the email after all; the change is rolled back then. */
  whyNot?: (tx: Transaction, mail: Mail) => Promise<string | null>
}

const failureEnd = ({ log, change, state, sentence, whyNot }: FailureEnd) =>
  staffAction({
    needs: 'send-mail-again',
    log,
    form: z.object({ id: z.guid().nullable().catch(null) }),
    async run({ tx, audit, unchanged }, { id }) {
      const mail = id && (await change(tx, id))
      if (!mail) {
        unchanged()
        return { isEnded: false }
      }
      const refusal = await whyNot?.(tx, mail)
      if (refusal) return refuse(refusal)
      audit(
        { kind: 'mail', id: mail.id, label: `${mail.kind} ${mail.recipient}` },
        { before: { state: 'failed' }, after: { state } },
      )
      return { isEnded: true }
    },
    say: ({ isEnded }) =>
      isEnded
        ? sentence
        : { tone: 'info', sentence: 'This email was already sent again or left unsent.' },
  })

async function whyNotAgain(tx: Transaction, { kind, props }: Mail): Promise<string | null> {
  if (kind !== 'campaign') return null
  const campaign = await campaignById(tx, (props as { campaignId: string }).campaignId)
  return campaign?.state === 'stopped'
    ? 'Its campaign was stopped, so it is not sent any more. Please leave it unsent.'
    : null
}

/** Queues a permanently failed email again, with all its attempts. */
export const resendEmail = failureEnd({
  log: 'resend-mail',
  change: requeueMail,
  state: 'queued',
  sentence: 'The email is on its way again.',
  whyNot: whyNotAgain,
})

/**
 * Leaves a permanently failed email unsent, such as one to a mailbox that does not exist: its task ends,
 * and its rejection still counts against the address.
 */
export const leaveEmail = failureEnd({
  log: 'mail-left',
  change: leaveMail,
  state: 'suppressed',
  sentence: 'The email stays unsent.',
})

const ninetyDays = 90 * 24 * 60 * 60_000

/** Deletes emails after 90 days, sent or not, with their recipients. A background job. */
export async function deleteOldEmails({ db, clock, log }: Services): Promise<void> {
  const count = await deleteOldMails(db, new Date(clock().getTime() - ninetyDays))
  if (count > 0) log.info({ count }, 'old emails deleted')
}
