import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import { candidatesOf } from './audience.store.server.ts'
import type { CampaignFigures } from './campaign-emails.store.server.ts'
import { campaignFigures, campaignHours, firstWhoGotIt } from './campaign-emails.store.server.ts'
import type { WhyLeftOut } from './campaign.rules.ts'
import { proposedStart } from './campaign.rules.ts'
import type { Campaign } from './campaigns.store.server.ts'
import { campaignById } from './campaigns.store.server.ts'
import type { ContentErrors } from './content.rules.ts'
import { contentErrors } from './content.rules.ts'
import type { LinkCheck } from './links.rules.ts'
import { checkLinks } from './links.rules.ts'
import { releaseChoices } from './release-choices.store.server.ts'
import type { ReleaseChoice } from './release-choices.store.server.ts'

type AudienceCount = {
  /** How many would get it now. */
  getIt: number
  leftOut: { reason: WhyLeftOut; count: number }[]
}

export type ViewedCampaign = {
  campaign: Campaign
  errors: ContentErrors
  releases: ReleaseChoice[]
  /** Null once sending has begun. */
  audience: AudienceCount | null
  /** The customer or subscriber for whom it is previewed unless another is chosen; null where nobody gets it. */
  shownTo: string | null
  checks: { hasPostalAddress: boolean; isSigned: boolean; links: LinkCheck }
  /** The name of the campaign that this one corrects. */
  corrected: string | null
  perMinute: number
  /** When to start so that all have it before the release opens, if that is to come; ISO 8601. */
  proposedAt: string | null
  figures: CampaignFigures | null
  hours: { hour: Date; sent: number; entered: number; ordered: number }[]
}

/** A campaign with everything its page shows; null when there is none. */
export async function viewCampaign(services: Services, id: string): Promise<ViewedCampaign | null> {
  const { db, mail, clock } = services
  const campaign = await campaignById(db, id)
  if (!campaign) return null
  const releases = await releaseChoices(db)
  const isBefore = campaign.state === 'draft' || campaign.state === 'scheduled'
  // As of that time: a person who got too many emails lately may not have by then.
  const at = campaign.state === 'scheduled' ? (campaign.sendAt ?? clock()) : clock()
  const people = isBefore ? await peopleOf(services, campaign, db, { at }) : null
  const audience = people && countOf(people)
  const { got } = campaign.audience
  const opensAt = openingOf(campaign, releases)
  return {
    campaign,
    errors: contentErrors(campaign),
    releases,
    audience,
    shownTo: people ? firstOf(people) : await firstWhoGotIt(db, id),
    checks: {
      hasPostalAddress: mail.site.postalAddress !== null,
      isSigned: mail.isSigned,
      links: linksOf(campaign, releases, at),
    },
    corrected: got ? ((await campaignById(db, got))?.name ?? null) : null,
    perMinute: mail.perMinute,
    proposedAt:
      audience && opensAt && opensAt > clock()
        ? proposedStart(opensAt, audience.getIt, mail.perMinute).toISOString()
        : null,
    figures: isBefore ? null : await campaignFigures(db, campaign),
    hours: await campaignHours(db, campaign),
  }
}

/** What its buttons lead to once it is sent. */
export function linksOf(
  campaign: Campaign,
  releases: readonly ReleaseChoice[],
  at: Date,
): LinkCheck {
  const release = releases.find(({ id }) => id === campaign.releaseId)
  const opensAt = openingOf(campaign, releases)
  return checkLinks(campaign, {
    at,
    release:
      campaign.releaseId === null
        ? 'none'
        : release && opensAt
          ? { opensAt, isDraft: release.isDraft }
          : 'over',
  })
}

/** When the wave in its audience opens, else the release. */
function openingOf(
  { releaseId, audience }: Campaign,
  releases: readonly ReleaseChoice[],
): Date | null {
  const release = releases.find((one) => one.id === releaseId)
  if (!release) return null
  const wave = release.waves.find((one) => one.id === audience.waveId)
  return new Date(wave?.opensAt ?? release.opensAt)
}

/**
 * The audience of a campaign with the reason for those who do not get it, or null; `only` limits it
 * to these addresses, `at` is when it is sent.
 */
export async function peopleOf(
  { db, hashes, clock }: Pick<Services, 'db' | 'hashes' | 'clock'>,
  campaign: Pick<Campaign, 'id' | 'releaseId' | 'audience'>,
  tx: Queryable = db,
  { only = null, at = clock() }: { only?: readonly string[] | null; at?: Date } = {},
) {
  const hashOf = (email: string) => hashes.ofEmail(email)
  const candidates = await candidatesOf(tx, campaign, hashOf, { only, at })
  const judged = candidates.map(({ facts, isTooOften, ...person }) => {
    const reason: WhyLeftOut | null = whyNotWriteTo(facts) ?? (isTooOften ? 'too-often' : null)
    return { ...person, reason }
  })
  // A person whose first address gets it, or would but for the limits, does not get it at a second one.
  const reasonAt = new Map(judged.map(({ email, reason }) => [email, reason]))
  return judged.map(({ firstAddress, ...person }) => {
    const first = firstAddress === null ? undefined : reasonAt.get(firstAddress)
    if (person.reason !== null || (first !== null && first !== 'too-often')) return person
    return { ...person, reason: first ?? ('other-address' as const) }
  })
}

export async function countAudience(
  services: Pick<Services, 'db' | 'hashes' | 'clock'>,
  campaign: Campaign,
  at: Date = services.clock(),
): Promise<AudienceCount> {
  return countOf(await peopleOf(services, campaign, services.db, { at }))
}

type People = Awaited<ReturnType<typeof peopleOf>>

function countOf(people: People): AudienceCount {
  const counts = new Map<WhyLeftOut, number>()
  for (const { reason } of people) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return {
    getIt: people.filter(({ reason }) => reason === null).length,
    leftOut: [...counts]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  }
}

/** The customer with the first address of those who get it, or the subscriber where there is no customer. */
function firstOf(people: People): string | null {
  const getIt = people.filter(({ reason }) => reason === null)
  const customers = getIt.filter(({ userId }) => userId !== null)
  const among = customers.length > 0 ? customers : getIt
  const first = among.reduce<People[number] | null>(
    (least, one) => (least && least.email <= one.email ? least : one),
    null,
  )
  return first && (first.userId ?? first.subscriberId)
}
