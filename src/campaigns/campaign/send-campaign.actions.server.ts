import { randomUUID } from 'node:crypto'

import { makePurchaseLinks } from '#accounts/links/purchase-link.actions.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { eachApart } from '#platform/jobs/each-apart.ts'
import type { Services } from '#platform/services/services.ts'

import {
  insertCampaignEmails,
  isAnyoneWaiting,
  leaveOutGone,
  nextBatch,
  queueBatch,
} from './campaign-emails.store.server.ts'
import { batchSize } from './campaign.rules.ts'
import {
  campaignsToWorkOn,
  lockAudiences,
  lockCampaign,
  turnCampaign,
} from './campaigns.store.server.ts'
import { hasPurchaseLink } from './content.rules.ts'
import { factsOf } from './personal-facts.actions.server.ts'
import { releaseChoices, releaseFacts } from './release-choices.store.server.ts'
import { linksOf, peopleOf } from './view-campaign.actions.server.ts'

/**
 * Begins campaigns that are due, continues those that a crash interrupted, and ends finished ones.
 */
export async function processCampaigns(services: Services): Promise<void> {
  await eachApart(await campaignsToWorkOn(services.db), (id) => sendCampaign(services, id))
}

/**
 * Queues the emails of a campaign, in batches of one transaction each: after a crash it continues
 * where it was, and no recipient gets two. A background job.
 */
export async function sendCampaign(services: Services, id: string): Promise<void> {
  if (!(await begin(services, id))) return
  await leaveOutGone(services.db, id)
  for (;;) {
    const count = await services.db.transaction((tx) => feedBatch(services, tx, id))
    if (count === 0) break
  }
  await finish(services, id)
}

/**
 * Stores the audience as the campaign begins. False when it is not due or not scheduled, or when its links would open
 * nothing, or end before they do: it stays scheduled, which is a task for staff.
 */
async function begin(services: Services, id: string): Promise<boolean> {
  const { db, clock, log } = services
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, id)
    if (campaign?.state === 'sending') return true
    const isDue = campaign?.state === 'scheduled' && campaign.sendAt && campaign.sendAt <= clock()
    if (!campaign || !isDue) return false
    const links = linksOf(campaign, await releaseChoices(tx), clock())
    if (links === 'over' || links === 'draft' || links === 'too-early') return false
    await lockAudiences(tx)
    const people = await peopleOf(services, campaign, tx)
    await insertCampaignEmails(tx, id, people)
    await turnCampaign(tx, id, 'scheduled', { state: 'sending', startedAt: clock() })
    log.info({ campaign: id, people: people.length }, 'campaign begun')
    return true
  })
}

async function feedBatch(services: Services, tx: Transaction, id: string): Promise<number> {
  const campaign = await lockCampaign(tx, id)
  if (campaign?.state !== 'sending') return 0
  const batch = await nextBatch(tx, campaign, batchSize)
  if (batch.length === 0) return 0
  const release = campaign.releaseId ? await releaseFacts(tx, campaign.releaseId) : null
  const links = hasPurchaseLink(campaign)
    ? await makePurchaseLinks(
        services,
        tx,
        batch.map(({ email, userId, subscriberId }) => ({
          email,
          userId,
          subscriberId: userId ? null : subscriberId,
          releaseId: campaign.releaseId,
          campaignId: id,
          until: release?.closesAt ?? null,
        })),
      )
    : []
  const plain = services.settings.publicUrl + paths.members('current')
  const emails = batch.map((person, index) => ({
    mailId: randomUUID(),
    email: person.email,
    props: {
      campaignId: id,
      facts: factsOf(services, person, release?.priceCents ?? null),
      link: links[index] ?? plain,
    },
  }))
  await queueBatch(tx, id, emails)
  return batch.length
}

/** Ends a campaign once no recipient waits for their email. */
async function finish({ db, clock, log }: Services, id: string): Promise<void> {
  if (await isAnyoneWaiting(db, id)) return
  if (await turnCampaign(db, id, 'sending', { state: 'sent', endedAt: clock() })) {
    log.info({ campaign: id }, 'campaign sent')
  }
}
