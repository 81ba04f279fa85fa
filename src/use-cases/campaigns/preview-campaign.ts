import type { Campaign } from '#data/campaigns/campaigns.ts'
import { campaignById } from '#data/campaigns/campaigns.ts'
import type { Recipient } from '#data/campaigns/recipients.ts'
import { findRecipients, previewedPerson } from '#data/campaigns/recipients.ts'
import { releaseFacts } from '#data/campaigns/release-choices.ts'
import { addressFacts } from '#data/people/email-permission.ts'
import { otherAddressesOf } from '#data/people/second-addresses.ts'
import { isUuid } from '#data/uuid.ts'
import { may } from '#domain/admin/access.ts'
import type { EmailOutcome, WhyLeftOut } from '#domain/campaigns/campaign.ts'
import type { Personal } from '#domain/campaigns/content.ts'
import { contentFor } from '#domain/campaigns/content.ts'

import type { Services, Staff } from '#use-cases/services.ts'
import { factsOf } from './personal-facts.ts'
import { peopleOf } from './view-campaign.ts'

/** Made-up facts for a preview; none shows how it reads where nothing is known. */
export const sampleFacts: Personal = {
  'first name': 'Ana',
  allocation: '2 cases',
  'kept until': 'March 12, 2027 at 5:00 PM PST',
  'landed total': '$1,015.25',
}

/** Who a preview is for: made-up facts, none, or a customer or subscriber by their id. */
export type PreviewAs = { isKnown: boolean } | { personId: string }

/** A campaign's email as it is typeset, and as plain text. Null for all but staff. */
export async function previewCampaign(
  services: Services,
  viewer: Staff,
  id: string,
  as: PreviewAs,
): Promise<{ subject: string; html: string; text: string } | null> {
  if (!may(viewer, 'write-emails')) return null
  const { db, mail } = services
  const campaign = await campaignById(db, id)
  if (!campaign) return null
  const shown = await shownTo(services, campaign, as)
  if (!shown) return null
  const { facts, isByAccount, hasAccount } = shown
  const { renderEmail } = await import('#services/mail/render-email.ts')
  const { imagesIn } = await import('#services/mail/layout/pictures.tsx')
  const { subject, preheader, blocks } = contentFor(campaign, facts)
  const { site } = mail
  const props = {
    subject: subject || campaign.name,
    preheader,
    blocks: [...blocks],
    link: site.publicUrl,
    firstName: '',
  }
  // Links lead home: a real one would unsubscribe the person who is looked at.
  const rendered = renderEmail('campaign', props, {
    site,
    unsubscribeUrl: site.publicUrl,
    isByAccount,
    personalDataUrl: hasAccount ? null : site.publicUrl,
  })
  const html = imagesIn(rendered.html).reduce(
    (page, { cid, content }) =>
      page.replaceAll(`cid:${cid}`, `data:image/png;base64,${content.toString('base64')}`),
    rendered.html,
  )
  return { subject: rendered.subject, html, text: rendered.text }
}

type ShownTo = {
  facts: Partial<Personal>
  /** They chose emails in their account, and are not on the list as such. */
  isByAccount: boolean
  hasAccount: boolean
}

/** Its words for whom it is shown to; null when they are gone. */
export async function wordsFor(services: Services, campaign: Campaign, as: PreviewAs) {
  const shown = await shownTo(services, campaign, as)
  return shown && contentFor(campaign, shown.facts)
}

/** The facts of whom a preview is for, and what its last lines say; null when they are gone. */
async function shownTo(
  services: Services,
  campaign: Campaign,
  as: PreviewAs,
): Promise<ShownTo | null> {
  // Whoever has an allocation has an account; of whom nothing is known joined the list.
  if ('isKnown' in as) {
    return as.isKnown
      ? { facts: sampleFacts, isByAccount: true, hasAccount: true }
      : { facts: {}, isByAccount: false, hasAccount: false }
  }
  const { db, hashes } = services
  const person = isUuid(as.personId) ? await previewedPerson(db, campaign, as.personId) : null
  if (!person) return null
  const [release, address] = await Promise.all([
    campaign.releaseId ? releaseFacts(db, campaign.releaseId) : null,
    addressFacts(db, person.email, hashes.ofEmail(person.email)),
  ])
  return {
    facts: factsOf(services, person, release?.priceCents ?? null),
    isByAccount: address.subscriberId === null,
    hasAccount: address.userId !== null,
  }
}

/** Whether somebody gets a campaign, as things stand; or what became of their email. */
export type Verdict =
  | { kind: 'gets-it' }
  | { kind: 'left-out'; reason: WhyLeftOut }
  | { kind: 'not-in-audience' }
  | { kind: 'settled'; outcome: EmailOutcome; reason: WhyLeftOut | null }

export type ViewedRecipient = Recipient & {
  /** Null where the release has no allocation of theirs. */
  wave: { name: string | null; opensAt: string } | null
  verdict: Verdict
}

/** The first people whom a search finds, to be shown a campaign as. Empty for all but staff. */
export async function findCampaignRecipients(
  { db }: Services,
  viewer: Staff,
  search: string,
): Promise<Recipient[]> {
  return may(viewer, 'write-emails') ? findRecipients(db, search.slice(0, 100)) : []
}

/** One recipient of a campaign: their hour, and whether they get it and why not. Writes nothing. */
export async function viewCampaignRecipient(
  services: Services,
  viewer: Staff,
  id: string,
  personId: string,
): Promise<ViewedRecipient | null> {
  if (!may(viewer, 'write-emails') || !isUuid(personId)) return null
  const { db } = services
  const campaign = await campaignById(db, id)
  const person = campaign && (await previewedPerson(db, campaign, personId))
  if (!person) return null
  const { name, email, wave, opensAt } = person
  return {
    id: personId,
    name,
    email,
    wave: opensAt ? { name: wave, opensAt: new Date(opensAt).toISOString() } : null,
    verdict: await verdictOn(services, campaign, person),
  }
}

async function verdictOn(
  services: Services,
  campaign: Campaign,
  {
    email,
    outcome,
    reason,
  }: { email: string; outcome: EmailOutcome | null; reason: WhyLeftOut | null },
): Promise<Verdict> {
  if (campaign.state !== 'draft' && campaign.state !== 'scheduled') {
    return outcome ? { kind: 'settled', outcome, reason } : { kind: 'not-in-audience' }
  }
  // Whether somebody gets it may hang on their other address.
  const theirs = [email, ...(await otherAddressesOf(services.db, email))]
  const people = await peopleOf(services, campaign, services.db, { only: theirs })
  const found = people.find((one) => one.email === email)
  if (!found) return { kind: 'not-in-audience' }
  return found.reason ? { kind: 'left-out', reason: found.reason } : { kind: 'gets-it' }
}
