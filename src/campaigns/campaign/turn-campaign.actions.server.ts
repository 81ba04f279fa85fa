import { z } from 'zod'

import { queueMail } from '#mail/mails.store.server.ts'
import { text, wholeNumber } from '#platform/action/form-fields.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction, staffWork } from '#platform/action/staff-action.server.ts'
import type { AuditAction } from '#platform/audit/audit.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { readHour } from '#platform/text/typed-hour.rules.ts'

import { campaignSubject } from '../log.copy.ts'
import { freeMails, holdMails, stopMails } from './campaign-emails.store.server.ts'
import type { CampaignState } from './campaign.rules.ts'
import { mayBecome } from './campaign.rules.ts'
import { campaignCopy as copy } from './campaigns.copy.ts'
import type { Campaign } from './campaigns.store.server.ts'
import { campaignById, lockCampaign, writeCampaign } from './campaigns.store.server.ts'
import { contentErrors } from './content.rules.ts'
import type { LinkCheck } from './links.rules.ts'
import { wordsFor } from './preview-campaign.actions.server.ts'
import { releaseChoices } from './release-choices.store.server.ts'
import { countAudience, linksOf } from './view-campaign.actions.server.ts'

/** Which campaign, as the form saw it. */
const seenCampaign = { id: text(), version: wholeNumber() }

type Turn = {
  from: readonly CampaignState[]
  to: CampaignState
  columns?: Parameters<typeof writeCampaign>[2]
}

/** Changes the state of a campaign of that version; returns how it was. Throws the refusal. */
async function turned(
  tx: Transaction,
  { id, version }: { id: string; version: number },
  { from, to, columns }: Turn,
): Promise<Campaign> {
  const campaign = await lockCampaign(tx, id)
  if (!campaign) throw refuse(copy.refused.gone)
  if (!from.includes(campaign.state) || !mayBecome(campaign.state, to)) {
    throw refuse('It changed in the meantime. Please check again.')
  }
  if (campaign.version !== version) throw refuse(copy.refused['saved-elsewhere'])
  await writeCampaign(tx, id, { ...columns, state: to })
  return campaign
}

const hourRefused = (sentence: string) => refuse(sentence, { field: 'sendAt' })

/**
 * Schedules a draft, if its content is complete, at least one person gets it, and the postal
 * address that the law requires is set.
 */
export const scheduleCampaign = staffWork({
  needs: 'write-emails',
  log: 'campaign-scheduled',
  form: z.object({ ...seenCampaign, sendAt: text() }),
  async run({ services, viewer, now, audit }, { sendAt: typed, ...seen }) {
    const { db, mail, settings } = services
    const hour = readHour(typed, settings.timeZone)
    if (!hour.ok) return hourRefused(copy.hours[hour.reason])
    const { at: sendAt } = hour
    if (mail.site.postalAddress === null) return refuse('Please set POSTAL_ADDRESS first.')
    // A minute's grace for the time between filling in and sending the form.
    if (sendAt.getTime() < now.getTime() - 60_000) return hourRefused('That time has passed.')
    const campaign = await campaignById(db, seen.id)
    if (!campaign) return refuse(copy.refused.gone)
    if (Object.keys(contentErrors(campaign)).length > 0) {
      return refuse('The content is not complete. Please check the marked fields.')
    }
    await demandOpenLinks(db, campaign, sendAt)
    const { getIt } = await countAudience(services, campaign, sendAt)
    if (getIt === 0) return refuse('Nobody would get it, so nothing was scheduled.')
    await db.transaction(async (tx) => {
      const columns = { sendAt, scheduledBy: viewer.email }
      const draft = await turned(tx, seen, { from: ['draft'], to: 'scheduled', columns })
      const { id } = draft
      await queueJob(tx, 'send-campaign', { campaignId: id }, `campaign:${id}`, sendAt)
      await audit(tx, campaignSubject(draft), {
        before: { state: 'draft' },
        after: { state: 'scheduled' },
      })
    })
    return {}
  },
  say: () => 'Scheduled.',
})

/** Refuses where the links of its emails would open nothing, as its release has closed. Returns what they open. */
async function demandOpenLinks(db: Queryable, campaign: Campaign, at: Date): Promise<LinkCheck> {
  const links = linksOf(campaign, await releaseChoices(db), at)
  if (links === 'over') throw refuse(copy.refused['no-release'])
  if (links === 'too-early') throw refuse(copy.links['too-early'])
  return links
}

type Step = Omit<Turn, 'columns'> & {
  log: AuditAction
  columns?: (now: Date) => NonNullable<Turn['columns']>
  /** What changes with the state, in the same transaction. */
  also?: (tx: Transaction, campaign: Campaign, now: Date) => Promise<void>
  said: string
}

/** What staff do to a campaign that is scheduled or leaves. */
const step = ({ log, from, to, columns, also, said }: Step) =>
  staffAction({
    needs: 'write-emails',
    log,
    form: z.object(seenCampaign),
    async run({ tx, now, audit }, seen) {
      const turn = { from, to, ...(columns && { columns: columns(now) }) }
      const before = await turned(tx, seen, turn)
      await also?.(tx, before, now)
      audit(campaignSubject(before), { before: { state: before.state }, after: { state: to } })
    },
    say: () => said,
  })

export const unscheduleCampaign = step({
  log: 'campaign-unscheduled',
  from: ['scheduled'],
  to: 'draft',
  said: 'It is a draft again.',
})

/** Keeps back what has not been sent. */
export const pauseCampaign = step({
  log: 'campaign-paused',
  from: ['sending'],
  to: 'paused',
  also: (tx, { id }) => holdMails(tx, id),
  said: 'Paused. Nothing more is sent.',
})

export const resumeCampaign = step({
  log: 'campaign-resumed',
  from: ['paused'],
  to: 'sending',
  async also(tx, campaign, now) {
    const { id } = campaign
    const links = await demandOpenLinks(tx, campaign, now)
    if (links === 'draft') throw refuse(copy.refused['no-start'])
    await freeMails(tx, id)
    await queueJob(tx, 'send-campaign', { campaignId: id }, `campaign:${id}`)
  },
  said: 'Resumed.',
})

/** Ends it: emails that have not been sent never are. */
export const stopCampaign = step({
  log: 'campaign-stopped',
  from: ['scheduled', 'sending', 'paused'],
  to: 'stopped',
  columns: (endedAt) => ({ endedAt }),
  also: (tx, { id }) => stopMails(tx, id),
  said: 'Stopped. What was not sent never will be.',
})

/** Sends a campaign to the staff member's own address, as it is previewed. */
export const sendTestCampaign = staffWork({
  needs: 'write-emails',
  log: null,
  form: z.object({ id: text(), as: text() }),
  async run({ services, viewer }, { id, as }) {
    const { db, settings } = services
    const campaign = await campaignById(db, id)
    const recipient = as ? { personId: as } : { isKnown: true }
    const words = campaign && (await wordsFor(services, campaign, recipient))
    if (!words) return notThere()
    await queueMail(db, 'campaign-test', viewer.email, {
      ...words,
      subject: `Test: ${words.subject || campaign.name}`,
      blocks: [...words.blocks],
      // Staff enter by their password.
      link: settings.publicUrl + paths.login(paths.purchase()),
      firstName: '',
    })
    return { id, as }
  },
  say: ({ id, as }) => ({
    sentence: 'On its way to your own address.',
    to: paths.campaign(id, { as: as || 'examples' }),
  }),
})
