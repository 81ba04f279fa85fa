import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { holdMails, stopMails } from './campaign-emails.store.server.ts'
import { releaseChoices } from './release-choices.store.server.ts'
import { campaignById, lockCampaign, writeCampaign } from './campaigns.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { AuditAction } from '#platform/audit/audit.rules.ts'
import type { CampaignState } from './campaign.rules.ts'
import { mayBecome } from './campaign.rules.ts'
import { contentErrors } from './content.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { campaignSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

import type { PreviewAs } from './preview-campaign.actions.server.ts'
import { wordsFor } from './preview-campaign.actions.server.ts'
import { countAudience, linksOf } from './view-campaign.actions.server.ts'

type WhyNotTurned = 'not-staff' | 'gone' | 'saved-elsewhere' | 'wrong-state'

type ScheduledCampaign = Outcome<
  WhyNotTurned | 'words' | 'past' | 'nobody' | 'no-postal-address' | 'no-release'
>

/**
 * Schedules a draft, if its content is complete, at least one person gets it, and the postal
 * address that the law requires is set. Only for staff.
 */
export async function scheduleCampaign(
  services: Services,
  viewer: Staff,
  id: string,
  { version, sendAt }: { version: number; sendAt: Date },
): Promise<ScheduledCampaign> {
  if (!may(viewer, 'write-emails')) return { ok: false, reason: 'not-staff' }
  const { db, mail, clock } = services
  if (mail.site.postalAddress === null) return { ok: false, reason: 'no-postal-address' }
  // A minute's grace for the time between filling in and sending the form.
  if (sendAt.getTime() < clock().getTime() - 60_000) return { ok: false, reason: 'past' }
  const seen = await campaignById(db, id)
  if (!seen) return { ok: false, reason: 'gone' }
  if (Object.keys(contentErrors(seen)).length > 0) return { ok: false, reason: 'words' }
  if (linksOf(seen, await releaseChoices(db), sendAt) === 'over') {
    return { ok: false, reason: 'no-release' }
  }
  const { getIt } = await countAudience(services, seen, sendAt)
  if (getIt === 0) return { ok: false, reason: 'nobody' }
  return turned(services, viewer, id, {
    version,
    to: 'scheduled',
    from: ['draft'],
    action: 'campaign-scheduled',
    columns: { sendAt, scheduledBy: viewer.email },
    also: (tx) => queueJob(tx, 'send-campaign', { campaignId: id }, `campaign:${id}`, sendAt),
  })
}

type Step = {
  from: readonly CampaignState[]
  to: CampaignState
  action: AuditAction
  /** What changes with the state, in the same transaction. */
  also?: (tx: Transaction, id: string) => Promise<void>
}

/** What staff do to a campaign that is scheduled or leaves. */
const steps = {
  unschedule: { from: ['scheduled'], to: 'draft', action: 'campaign-unscheduled' },
  /** Keeps emails in the outbox that have not been sent. */
  pause: {
    from: ['sending'],
    to: 'paused',
    action: 'campaign-paused',
    also: (tx, id) => holdMails(tx, id, true),
  },
  resume: {
    from: ['paused'],
    to: 'sending',
    action: 'campaign-resumed',
    also: async (tx, id) => {
      await holdMails(tx, id, false)
      await queueJob(tx, 'send-campaign', { campaignId: id }, `campaign:${id}`)
    },
  },
  /** Ends it: emails that have not been sent never are. */
  stop: {
    from: ['scheduled', 'sending', 'paused'],
    to: 'stopped',
    action: 'campaign-stopped',
    also: stopMails,
  },
} satisfies Record<string, Step>

/** Takes one of the steps above with a campaign of that version. Only for staff. */
export const moveCampaign = (
  services: Services,
  viewer: Staff,
  id: string,
  { step, version }: { step: keyof typeof steps; version: number },
) =>
  turned(services, viewer, id, {
    ...steps[step],
    version,
    columns: step === 'stop' ? { endedAt: services.clock() } : {},
  })

type Turn = Step & { version: number; columns: Parameters<typeof writeCampaign>[2] }

async function turned(
  { db }: Services,
  viewer: Staff,
  id: string,
  { version, to, from, action, columns, also }: Turn,
): Promise<Outcome<WhyNotTurned>> {
  if (!may(viewer, 'write-emails')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<Outcome<WhyNotTurned>> => {
    const campaign = await lockCampaign(tx, id)
    if (!campaign) return { ok: false, reason: 'gone' }
    if (!from.includes(campaign.state) || !mayBecome(campaign.state, to)) {
      return { ok: false, reason: 'wrong-state' }
    }
    if (campaign.version !== version) return { ok: false, reason: 'saved-elsewhere' }
    await writeCampaign(tx, id, { ...columns, state: to })
    await also?.(tx, id)
    await writeAuditEntry(tx, viewer, action, campaignSubject(campaign), {
      before: { state: campaign.state },
      after: { state: to },
    })
    return { ok: true }
  })
}

/**
 * Sends a campaign to the staff member's own address, as it is previewed. False for anyone else.
 */
export async function sendTestCampaign(
  services: Services,
  viewer: Staff,
  id: string,
  as: PreviewAs = { isKnown: true },
): Promise<boolean> {
  if (!may(viewer, 'write-emails')) return false
  const { db, settings } = services
  const campaign = await campaignById(db, id)
  const words = campaign && (await wordsFor(services, campaign, as))
  if (!words) return false
  const { subject, preheader, blocks } = words
  const props = {
    subject: `Test: ${subject || campaign.name}`,
    preheader,
    blocks: [...blocks],
    // Staff enter by their password.
    link: settings.publicUrl + paths.login(paths.purchase()),
    firstName: '',
  }
  await queueMail(db, 'campaign-test', viewer.email, props)
  return true
}
