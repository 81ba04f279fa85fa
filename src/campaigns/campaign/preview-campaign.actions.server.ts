import { addressFacts } from '#accounts/consent/email-permission.store.server.ts'
import { otherAddressesOf } from '#accounts/consent/second-addresses.store.server.ts'
import { readBy } from '#platform/action/form-fields.ts'
import { notThere } from '#platform/action/refusal.ts'
import { staffPreview } from '#platform/action/staff-action.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { readCampaign } from './campaign-form.ts'
import type { EmailOutcome, WhyLeftOut } from './campaign.rules.ts'
import type { Campaign } from './campaigns.store.server.ts'
import { campaignById } from './campaigns.store.server.ts'
import type { CampaignContent, Facts } from './content.rules.ts'
import { contentFor } from './content.rules.ts'
import { factsOf } from './personal-facts.actions.server.ts'
import type { Recipient } from './recipients.store.server.ts'
import { previewedPerson } from './recipients.store.server.ts'
import { releaseFacts } from './release-choices.store.server.ts'
import { peopleOf } from './view-campaign.actions.server.ts'

/** Values of the placeholders for a preview as nobody; each says that it is invented. */
const sampleFacts: Facts = {
  'first name': 'Ana (example)',
  allocation: '2 cases (example)',
  'kept until': 'March 12, 2027 at 5:00 PM PST (example)',
  'landed total': '$1,015.25 (example)',
  wines: [{ title: '2023 Malbec, 3-pack of 750ml (example)', cases: 2, cents: 45_000 }],
}

/** The recipient of a preview: sample values, none, or a customer or subscriber by their id. */
type PreviewAs = { isKnown: boolean } | { personId: string }

/** A campaign's email as HTML and as plain text, with the words `typed` if given; null when there is none. */
export async function previewCampaign(
  services: Services,
  id: string,
  as: PreviewAs,
  typed?: CampaignContent,
): Promise<{ subject: string; html: string; text: string } | null> {
  const { db, mail } = services
  const campaign = await campaignById(db, id)
  if (!campaign) return null
  const shown = await shownTo(services, campaign, as)
  if (!shown) return null
  const { facts, isByAccount, hasAccount } = shown
  const { renderTemplate } = await import('#mail/render-email.ts')
  const { campaignEmails } = await import('./mails.tsx')
  const { imagesIn } = await import('#mail/layout/pictures.tsx')
  const words = contentFor(typed ?? campaign, facts)
  const { site } = mail
  const props = {
    ...words,
    subject: words.subject || campaign.name,
    blocks: [...words.blocks],
    link: site.publicUrl,
    firstName: '',
  }
  // Links lead to the home page: a real one would unsubscribe the person that is previewed.
  const rendered = renderTemplate('campaign', campaignEmails.campaign, props, {
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

/** The typeset email of a campaign, as it is saved or with the words as they are typed. */
export const typesetCampaign = staffPreview({
  needs: 'write-emails',
  form: readBy((form) => ({
    id: textOf(form, 'id'),
    as: textOf(form, 'as'),
    typed: form.has('subject') ? readCampaign(form) : undefined,
  })),
  async show(services, { id, as, typed }) {
    const shownAs = as && as !== 'known' ? { personId: as } : { isKnown: as === 'known' }
    return (await previewCampaign(services, id, shownAs, typed)) ?? notThere()
  },
})

type ShownTo = {
  facts: Facts
  /** They chose emails in their account, and are not on the list as such. */
  isByAccount: boolean
  hasAccount: boolean
}

/** The content of a campaign for one recipient; null when their record is gone. */
export async function wordsFor(services: Services, campaign: Campaign, as: PreviewAs) {
  const shown = await shownTo(services, campaign, as)
  return shown && contentFor(campaign, shown.facts)
}

/**
 * The values of a preview's recipient, and what its footer says; null when their record is gone.
 */
async function shownTo(
  services: Services,
  campaign: Campaign,
  as: PreviewAs,
): Promise<ShownTo | null> {
  // The samples have an allocation, so an account; without values it is a subscriber.
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

/** Whether a person would get a campaign now, or the outcome of their email. */
export type Verdict =
  | { kind: 'gets-it' }
  | { kind: 'left-out'; reason: WhyLeftOut }
  | { kind: 'not-in-audience' }
  | { kind: 'settled'; outcome: EmailOutcome; reason: WhyLeftOut | null }

export type ViewedRecipient = Recipient & {
  /** Null where they have no allocation of the release. */
  wave: { name: string | null; opensAt: string } | null
  verdict: Verdict
}

/** One recipient of a campaign: their wave, and whether they get it or why not. */
export async function viewCampaignRecipient(
  services: Services,
  id: string,
  personId: string,
): Promise<ViewedRecipient | null> {
  if (!isUuid(personId)) return null
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
  // Whether a person gets it may depend on their other address.
  const theirs = [email, ...(await otherAddressesOf(services.db, email))]
  const people = await peopleOf(services, campaign, services.db, { only: theirs })
  const found = people.find((one) => one.email === email)
  if (!found) return { kind: 'not-in-audience' }
  return found.reason ? { kind: 'left-out', reason: found.reason } : { kind: 'gets-it' }
}
