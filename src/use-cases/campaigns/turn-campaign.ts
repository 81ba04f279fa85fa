import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { holdMails, stopMails } from '#data/campaigns/campaign-emails.ts'
import { releaseChoices } from '#data/campaigns/release-choices.ts'
import type { Campaign } from '#data/campaigns/campaigns.ts'
import { campaignById, lockCampaign, writeCampaign } from '#data/campaigns/campaigns.ts'
import { queueMail } from '#data/emails/mails.ts'
import { queueJob } from '#data/queue.ts'
import { may } from '#domain/admin/access.ts'
import type { AuditAction } from '#domain/admin/audit.ts'
import type { CampaignState } from '#domain/campaigns/campaign.ts'
import { mayBecome } from '#domain/campaigns/campaign.ts'
import { contentErrors } from '#domain/campaigns/content.ts'
import { paths } from '#domain/paths.ts'

import { campaignSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

import type { PreviewAs } from './preview-campaign.ts'
import { wordsFor } from './preview-campaign.ts'
import { countAudience, linksOf } from './view-campaign.ts'

type NotTurned = {
  ok: false
  reason: 'not-staff' | 'gone' | 'saved-elsewhere' | 'wrong-state'
}

type ScheduledCampaign =
  | Outcome<'words' | 'past' | 'nobody' | 'no-postal-address' | 'no-release'>
  | NotTurned

/**
 * Schedules a draft for an hour to come: its text is complete, at least one person gets it, and
 * the postal address that the law asks for is set. Only for staff.
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
  // A minute's grace: the form was filled a moment ago.
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

/** Takes a scheduled campaign back, while nothing has left. Only for staff. */
export const unscheduleCampaign = (
  services: Services,
  viewer: Staff,
  id: string,
  { version }: { version: number },
) =>
  turned(services, viewer, id, {
    version,
    to: 'draft',
    from: ['scheduled'],
    action: 'campaign-unscheduled',
    columns: {},
  })

/** Keeps what has not left from leaving. Only for staff. */
export const pauseCampaign = (
  services: Services,
  viewer: Staff,
  id: string,
  { version }: { version: number },
) =>
  turned(services, viewer, id, {
    version,
    to: 'paused',
    from: ['sending'],
    action: 'campaign-paused',
    columns: {},
    also: (tx) => holdMails(tx, id, true),
  })

/** Lets a paused campaign go on. Only for staff. */
export const resumeCampaign = (
  services: Services,
  viewer: Staff,
  id: string,
  { version }: { version: number },
) =>
  turned(services, viewer, id, {
    version,
    to: 'sending',
    from: ['paused'],
    action: 'campaign-resumed',
    columns: {},
    also: async (tx) => {
      await holdMails(tx, id, false)
      await queueJob(tx, 'send-campaign', { campaignId: id }, `campaign:${id}`)
    },
  })

/** Ends a campaign: what has not left never does. Only for staff. */
export const stopCampaign = (
  services: Services,
  viewer: Staff,
  id: string,
  { version }: { version: number },
) =>
  turned(services, viewer, id, {
    version,
    to: 'stopped',
    from: ['scheduled', 'sending', 'paused'],
    action: 'campaign-stopped',
    columns: { endedAt: services.clock() },
    also: (tx) => stopMails(tx, id),
  })

type Turn = {
  version: number
  to: CampaignState
  from: readonly CampaignState[]
  action: AuditAction
  columns: Parameters<typeof writeCampaign>[2]
  also?: (tx: Parameters<typeof writeCampaign>[0]) => Promise<void>
}

async function turned(
  { db }: Services,
  viewer: Staff,
  id: string,
  { version, to, from, action, columns, also }: Turn,
): Promise<{ ok: true } | NotTurned> {
  if (!may(viewer, 'write-emails')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<{ ok: true } | NotTurned> => {
    const campaign: Campaign | null = await lockCampaign(tx, id)
    if (!campaign) return { ok: false, reason: 'gone' }
    if (!from.includes(campaign.state) || !mayBecome(campaign.state, to)) {
      return { ok: false, reason: 'wrong-state' }
    }
    if (campaign.version !== version) return { ok: false, reason: 'saved-elsewhere' }
    await writeCampaign(tx, id, { ...columns, state: to })
    await also?.(tx)
    await writeAuditEntry(tx, viewer, action, campaignSubject(campaign), {
      before: { state: campaign.state },
      after: { state: to },
    })
    return { ok: true }
  })
}

/**
 * Sends a campaign, as the person sees it whom it is shown to, to the staff member's own address. False
 * for anyone else.
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
