import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { releases } from '#catalogue/on-sale/tables.ts'
import { moment, ownerId } from '#platform/database/columns.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'

import type { Audience } from './audience.rules.ts'
import { campaignStates, emailOutcomes, whyLeftOut } from './campaign.rules.ts'
import type { Block } from './content.rules.ts'

/** Emails that staff write to an audience. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    releaseId: uuid('release_id').references(() => releases.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    subject: text('subject').notNull().default(''),
    preheader: text('preheader').notNull().default(''),
    blocks: jsonb('blocks').$type<Block[]>().notNull().default([]),
    audience: jsonb('audience').$type<Audience>().notNull(),
    state: text('state', { enum: campaignStates }).notNull().default('draft'),
    sendAt: moment('send_at'),
    /** The staff member who scheduled it. */
    scheduledBy: text('scheduled_by').notNull().default(''),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('campaigns_name', sql`length(${table.name}) between 1 and 80`),
    check(
      'campaigns_subject',
      sql`length(${table.subject}) <= 120 and ${table.subject} !~ '[\r\n]'`,
    ),
    check('campaigns_preheader', sql`length(${table.preheader}) <= 140`),
    check('campaigns_scheduled', sql`${table.state} = 'draft' or ${table.sendAt} is not null`),
    index('campaigns_newest').on(table.createdAt, table.id),
    index('campaigns_due')
      .on(table.sendAt)
      .where(sql`state in ('scheduled', 'sending')`),
  ],
)

/** A person of a campaign's audience; the email of an erased person is replaced. */
export const campaignEmails = pgTable(
  'campaign_emails',
  {
    campaignId: ownerId('campaign_id', () => campaigns.id),
    email: text('email').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    subscriberId: uuid('subscriber_id').references(() => mailingListClients.id, {
      onDelete: 'set null',
    }),
    /** Its row of the outbox, once it has one. */
    mailId: uuid('mail_id'),
    outcome: text('outcome', { enum: emailOutcomes }).notNull().default('queued'),
    reason: text('reason', { enum: whyLeftOut }),
    /** When it was sent, or got another final outcome. */
    settledAt: moment('settled_at'),
    /** When they first opened its link. */
    enteredAt: moment('entered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.email] }),
    uniqueIndex('campaign_emails_mail').on(table.mailId),
    index('campaign_emails_email').on(table.email, table.settledAt),
    index('campaign_emails_user').on(table.userId),
    index('campaign_emails_subscriber').on(table.subscriberId),
    index('campaign_emails_waiting')
      .on(table.campaignId)
      .where(sql`outcome = 'queued'`),
  ],
)
