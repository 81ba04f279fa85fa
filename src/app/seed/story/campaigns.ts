import { randomUUID } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'

import type { Audience } from '#campaigns/campaign/audience.rules.ts'
import { everybody } from '#campaigns/campaign/audience.rules.ts'
import type { EmailOutcome, WhyLeftOut } from '#campaigns/campaign/campaign.rules.ts'
import type { Block } from '#campaigns/campaign/content.rules.ts'
import { campaignEmails, campaigns } from '#campaigns/campaign/tables.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { mails } from '#mail/tables.ts'
import type { Database, Transaction } from '#platform/database/connection.server.ts'

import { releaseName } from './release.ts'

const minute = 60 * 1_000
const hour = 60 * minute
/** Hours before now at which the campaign was sent: before every order of the release. */
const sentBefore = 21
const perMinute = 20
const writer = 'staff@kohue.example'

const opening: Block[] = [
  { kind: 'picture', picture: 'bottle-malbec-2022', alt: 'A bottle of Malbec' },
  { kind: 'heading', text: 'The 2023s, kept for you' },
  {
    kind: 'paragraph',
    text: 'Dear {first name},\n\nThree parcels of Paraje Altamira, picked within ten days of each other. These are your cases of the 2023s.',
  },
  { kind: 'wines' },
  { kind: 'button', text: 'See what is yours', target: 'allocation' },
]
const tomorrow: Block[] = [
  { kind: 'heading', text: 'Your hour is tomorrow' },
  {
    kind: 'paragraph',
    text: 'Dear {first name},\n\nThe mailing list can order from tomorrow on. {allocation} of the 2023 Malbec {is|are} kept for you until {kept until}.',
  },
  { kind: 'button', text: 'To your allocation', target: 'allocation' },
]

/**
 * Campaigns about the open release: one sent, with visits and orders since; one scheduled for the last
 * wave; a reminder as a draft. Does nothing when campaigns exist.
 */
export async function tellOfCampaigns(db: Database, now: Date): Promise<string> {
  const [there] = await db.select({ id: campaigns.id }).from(campaigns).limit(1)
  if (there) return 'campaigns: they are there already'
  const [release] = await db.select().from(releases).where(eq(releases.name, releaseName))
  if (!release) return 'campaigns: there is no release to write of'
  const at = (hours: number) => new Date(now.getTime() + hours * hour)
  const waves = await db.execute<{ id: string }>(sql`
    select id from release_waves where release_id = ${release.id} order by opens_at desc limit 1`)
  const lastWave = waves.rows[0]!.id
  return db.transaction(async (tx) => {
    const startedAt = at(-sentBefore)
    const people = await recipientsOf(tx, release.id)
    const rows = people.map((person, index) => emailTo(person, index, { startedAt, now }))
    const sent = await insertCampaign(tx, {
      name: 'The spring release',
      subject: 'The 2023s are kept for you, {first name}',
      preheader: 'What is yours, and until when.',
      blocks: opening,
      audience: { ...everybody, withSubscribers: false },
      releaseId: release.id,
      state: 'sent',
      sendAt: startedAt,
      scheduledBy: writer,
      startedAt,
      endedAt: new Date(Math.max(...rows.map(({ settledAt }) => settledAt.getTime()))),
      createdAt: at(-30),
    })
    const props = { campaignId: sent, facts: {}, link: 'https://kohue.example/members' }
    await tx.insert(mails).values(rows.flatMap(({ mail }) => (mail ? { ...mail, props } : [])))
    // The trigger that opens the task of a failed email runs on updates, not on inserts.
    await tx
      .update(mails)
      .set({ state: 'failed' })
      .where(and(eq(mails.kind, 'campaign'), eq(mails.state, 'sending')))
    await tx
      .insert(campaignEmails)
      .values(rows.map(({ mail, ...row }) => ({ campaignId: sent, mailId: mail?.id, ...row })))
    const draft: Audience = { ...everybody, hasAllocationLeft: true, ordered: 'no' }
    await insertCampaign(tx, {
      name: 'The mailing list’s hour',
      subject: 'Your hour is tomorrow, {first name}',
      preheader: '{allocation}, kept until {kept until}.',
      blocks: tomorrow,
      audience: { ...everybody, waveId: lastWave },
      releaseId: release.id,
      state: 'scheduled',
      sendAt: at(23),
      scheduledBy: writer,
      createdAt: at(-4),
    })
    await insertCampaign(tx, {
      name: 'Reminder: The spring release',
      subject: 'Still kept for you, {first name}',
      preheader: '',
      blocks: [opening[0]!, opening[1]!, ...opening.slice(3)],
      audience: draft,
      releaseId: release.id,
      createdAt: at(-2),
    })
    const count = (outcome: EmailOutcome) => rows.filter((row) => row.outcome === outcome).length
    return `campaigns: one sent (${count('sent')} of ${rows.length} people), one scheduled, one draft`
  })
}

async function insertCampaign(
  tx: Transaction,
  campaign: typeof campaigns.$inferInsert,
): Promise<string> {
  const [row] = await tx.insert(campaigns).values(campaign).returning({ id: campaigns.id })
  return row!.id
}

type Recipient = {
  email: string
  userId: string
  whyNot: WhyLeftOut | null
  /** Their first order since the release opened. */
  orderedAt: Date | null
}

/** Everybody with an allocation, with the reason why they are not sent the email, if any. */
async function recipientsOf(tx: Transaction, releaseId: string): Promise<Recipient[]> {
  const { rows } = await tx.execute<
    Omit<Recipient, 'orderedAt'> & { orderedAt: string | null }
  >(sql`
    select u.email, u.id as "userId",
      case when u.subscription = 'inactive' then 'inactive' when not u.by_email then 'never-agreed'
        end as "whyNot",
      (select to_json(min(o.created_at))#>>'{}' from orders as o
        join order_lines as line on line.order_id = o.id
        join release_wines as rw on rw.product_id = line.product_id and rw.release_id = ${releaseId}
        where o.user_id = u.id) as "orderedAt"
    from users as u where u.role = 'member' and u.email_verified
      and u.id in (select user_id from allocations where release_id = ${releaseId})
    order by u.email`)
  return rows.map((row) => ({ ...row, orderedAt: row.orderedAt ? new Date(row.orderedAt) : null }))
}

/**
 * The outcome of the email to one person. People who ordered opened the link some minutes before; of the
 * others every third opened it, most of them in the first hours.
 */
function emailTo(
  { email, userId, whyNot, orderedAt }: Recipient,
  index: number,
  { startedAt, now }: { startedAt: Date; now: Date },
) {
  if (whyNot) {
    return { email, userId, outcome: 'suppressed', reason: whyNot, settledAt: startedAt } as const
  }
  const settledAt = new Date(startedAt.getTime() + Math.floor((index * minute) / perMinute))
  const isRejected = index % 19 === 11 && !orderedAt
  const looked = new Date(settledAt.getTime() + 7 * minute + ((index * index) % 13) * hour)
  const enteredAt = orderedAt
    ? new Date(orderedAt.getTime() - (4 + (index % 9)) * minute)
    : index % 3 === 0 && looked < now
      ? looked
      : null
  const mail = {
    id: randomUUID(),
    kind: 'campaign',
    recipient: email,
    props: {},
    urgency: 2,
    attempts: 1,
    createdAt: startedAt,
    claimedAt: settledAt,
    ...(isRejected
      ? { state: 'sending' as const, lastError: '550 No such mailbox' }
      : { state: 'sent' as const, sentAt: settledAt }),
  }
  return isRejected
    ? ({ email, userId, outcome: 'rejected', settledAt, mail } as const)
    : ({ email, userId, outcome: 'sent', settledAt, enteredAt, mail } as const)
}
