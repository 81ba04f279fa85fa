import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import { addressFacts } from '#accounts/consent/email-permission.store.server.ts'
import { holdIfPaused, noteReason } from '#campaigns/campaign/campaign-emails.store.server.ts'
import type { Campaign } from '#campaigns/campaign/campaigns.store.server.ts'
import { campaignById } from '#campaigns/campaign/campaigns.store.server.ts'
import type { Facts } from '#campaigns/campaign/content.rules.ts'
import { contentFor, hasPurchaseLink } from '#campaigns/campaign/content.rules.ts'
import { releaseFacts } from '#campaigns/campaign/release-choices.store.server.ts'
import { maxHandoversInDoubt, retryDelay } from '#mail/bounces/mail-retry.rules.ts'
import { recordRejection } from '#mail/bounces/rejections.store.server.ts'
import type { EmailSite } from '#mail/email-site.ts'
import { headerText } from '#mail/header-text.rules.ts'
import { isMailKind, mailRule } from '#mail/mail.rules.ts'
import type { MailingListTokens } from '#mail/mailing-list-tokens.server.ts'
import type { Mail } from '#mail/mails.store.server.ts'
import {
  doubtfulText,
  markMailFailed,
  markMailSent,
  releaseMail,
  suppressMail,
} from '#mail/mails.store.server.ts'
import type { Email, EmailTransport, Mailbox, SendResult } from '#mail/transports/transport.ts'
import type { Database } from '#platform/database/connection.server.ts'
import type { KeyedHashes } from '#platform/secrets/keyed-hashes.server.ts'
import type { Log } from '#platform/services/services.ts'
import { emailAddress } from '#platform/text/email-address.rules.ts'

import type { TransportCircuit } from './transport-circuit.ts'

export type SendEmailServices = {
  db: Database
  transport: EmailTransport
  circuit: TransportCircuit
  from: Mailbox
  site: EmailSite
  tokens: MailingListTokens
  hashes: KeyedHashes
  log: Log
  /** From 0 to 1, for the jitter of the next attempt. */
  random: () => number
}

/**
 * Renders and sends one email that this process has claimed, and records the result. An email that may
 * have arrived is sent once more with the same Message-ID and a mark; never a third time.
 */
export async function sendEmail(
  services: SendEmailServices,
  mail: Mail,
  signal: AbortSignal,
): Promise<void> {
  const { db, transport, circuit, log, random } = services
  const campaign = mail.kind === 'campaign' ? await campaignOf(db, mail) : null
  // It was being tried, and failed for now, while staff paused or stopped its campaign.
  if (campaign?.state === 'paused') {
    await holdIfPaused(db, mail, campaign.id)
    return log.info({ mail: mail.id, kind: mail.kind }, 'email held: campaign paused')
  }
  const why = campaign && (await whyNotLeave(db, campaign))
  if (why) {
    await noteReason(db, mail.id, why)
    await suppressMail(db, mail)
    return log.info({ mail: mail.id, kind: mail.kind, why }, 'email suppressed: campaign ended')
  }
  const email = await renderedEmail(services, mail, campaign)
  if (email === 'unsubscribed') {
    await suppressMail(db, mail)
    return log.info({ mail: mail.id, kind: mail.kind }, 'email suppressed: not subscribed')
  }
  const result: SendResult =
    typeof email === 'string'
      ? { status: 0, text: email, outcome: 'refused' }
      : await transport.send(email, signal)
  if (result.outcome === 'sent') {
    await markMailSent(db, mail)
    return log.info({ mail: mail.id, kind: mail.kind, tries: mail.attempts }, 'email sent')
  }
  const doubtful = result.outcome === 'unknown'
  const error = doubtful ? doubtfulText : `${result.status} ${result.text}`
  const isUnreachable = result.outcome === 'unreachable' && !signal.aborted
  if (isUnreachable && (await circuit.isOutage(result.why))) {
    return releaseMail(db, mail, error)
  }
  const givenUp =
    result.outcome === 'refused' || (doubtful && mail.doubts + 1 >= maxHandoversInDoubt)
  const delaySeconds = givenUp ? null : retryDelay(mail.attempts, random())
  await markMailFailed(db, mail, { error, delaySeconds, doubtful })
  if (result.outcome === 'refused' && result.status >= 500) {
    await recordRejection(db, mail.recipient, services.hashes.ofEmail(mail.recipient))
  }
  // The text may quote an address: it is shown in the admin and not logged.
  log.warn(
    { mail: mail.id, kind: mail.kind, tries: mail.attempts, status: result.status, delaySeconds },
    delaySeconds === null ? 'email permanently failed' : 'email not sent, will be retried',
  )
}

/** The rendered email, or the reason why there is none: `unsubscribed`, or an error text for staff. */
async function renderedEmail(
  services: SendEmailServices,
  mail: Mail,
  campaign: Campaign | null,
): Promise<Email | string> {
  const { db, from, site, tokens, hashes } = services
  const { kind } = mail
  if (!isMailKind(kind)) return `No email of the kind ${kind}`
  const to = emailAddress(mail.recipient)
  if (!to) return 'The address is not valid'
  let unsubscribeUrl: string | null = null
  let personalDataUrl: string | null = null
  let isByAccount = false
  if (mailRule(kind).list) {
    const facts = await addressFacts(db, to, hashes.ofEmail(to))
    const id = facts.subscriberId ?? facts.userId
    const whyNot = whyNotWriteTo(facts)
    if (whyNot || !id) {
      if (kind === 'campaign') await noteReason(db, mail.id, whyNot ?? 'gone')
      return 'unsubscribed'
    }
    isByAccount = facts.subscriberId === null
    unsubscribeUrl = site.unsubscribeUrl(tokens.sign(id, to))
    if (facts.subscriberId && !facts.userId) {
      personalDataUrl = site.personalDataUrl(tokens.signData(facts.subscriberId))
    }
  }
  // With the first email, not at boot: see `ModuleMails`.
  const { renderEmail } = await import('../emails/email-templates.ts')
  const props = kind === 'campaign' ? campaignProps(campaign, mail) : mail.props
  if (props === null) return 'The campaign is gone'
  try {
    const rendered = renderEmail(kind, props, {
      site,
      unsubscribeUrl,
      isByAccount,
      personalDataUrl,
    })
    return {
      ...rendered,
      from,
      to,
      fields: { ...rendered.fields, client_email: rendered.fields.client_email || to },
      date: mail.createdAt,
      messageId: headerText(`<${mail.id}@${new URL(site.publicUrl).hostname}>`),
      headers: {
        ...(unsubscribeUrl && {
          'List-Unsubscribe': headerText(`<${unsubscribeUrl}>`),
          'List-Unsubscribe-Post': headerText('List-Unsubscribe=One-Click'),
        }),
        ...(mail.doubts > 0 && { 'X-Kohue-Repeat': headerText(String(mail.doubts)) }),
      },
    }
  } catch (error) {
    return `The email can't be rendered: ${(error as Error).name}`
  }
}

type CampaignFacts = { campaignId: string; facts: Facts; link: string }

const campaignOf = (db: Database, { props }: Mail) =>
  campaignById(db, (props as CampaignFacts).campaignId)

/** Why no email of a campaign leaves any more, or null: also where its links would open nothing by now. */
async function whyNotLeave(db: Database, campaign: Campaign): Promise<'stopped' | 'over' | null> {
  if (campaign.state === 'stopped') return 'stopped'
  if (campaign.releaseId === null || !hasPurchaseLink(campaign)) return null
  const release = await releaseFacts(db, campaign.releaseId)
  return release?.isOpen ? null : 'over'
}

/** The content of a campaign, filled in for this recipient; null when the campaign was deleted. */
function campaignProps(campaign: Campaign | null, { props }: Mail) {
  if (!campaign) return null
  const { facts, link } = props as CampaignFacts
  return { ...contentFor(campaign, facts), link, firstName: facts['first name'] ?? '' }
}
