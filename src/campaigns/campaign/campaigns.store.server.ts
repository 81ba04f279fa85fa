import { and, eq, sql } from 'drizzle-orm'

import { releases } from '#catalogue/on-sale/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import type { CampaignState } from './campaign.rules.ts'
import { campaigns } from './tables.ts'

export type Campaign = typeof campaigns.$inferSelect
type Columns = Partial<typeof campaigns.$inferInsert>

export async function campaignById(db: Queryable, id: string): Promise<Campaign | null> {
  if (!isUuid(id)) return null
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id))
  return row ?? null
}

/** Locks a campaign until the transaction ends; null when there is none. */
export async function lockCampaign(tx: Transaction, id: string): Promise<Campaign | null> {
  if (!isUuid(id)) return null
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('update')
  return row ?? null
}

/**
 * Audiences are read one after another until the transaction ends, so that each sees who gets the campaign that
 * begins beside it.
 */
export const lockAudiences = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('campaign audiences'))`)

export async function isRelease(db: Queryable, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const found = await db.select({ id: releases.id }).from(releases).where(eq(releases.id, id))
  return found.length > 0
}

/** Inserts a draft, whose id is the idempotency key of its form. False when the form was sent before. */
export async function insertCampaign(
  db: Queryable,
  campaign: typeof campaigns.$inferInsert,
): Promise<boolean> {
  const made = await db.insert(campaigns).values(campaign).onConflictDoNothing()
  return made.rowCount === 1
}

/** Updates a locked campaign and raises its version. */
export async function writeCampaign(tx: Transaction, id: string, columns: Columns): Promise<void> {
  await tx
    .update(campaigns)
    .set({ ...columns, version: sql`${campaigns.version} + 1`, updatedAt: sql`now()` })
    .where(eq(campaigns.id, id))
}

/** Deletes a locked draft. */
export async function deleteDraft(tx: Transaction, id: string): Promise<void> {
  await tx.delete(campaigns).where(and(eq(campaigns.id, id), eq(campaigns.state, 'draft')))
}

/** Changes the state of a campaign by a background job. False when it is not in the state `from`. */
export async function turnCampaign(
  db: Queryable,
  id: string,
  from: CampaignState,
  columns: Columns & { state: CampaignState },
): Promise<boolean> {
  const turned = await db
    .update(campaigns)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(and(eq(campaigns.id, id), eq(campaigns.state, from)))
  return turned.rowCount === 1
}

/** Ids of campaigns that a background job has to process. */
export async function campaignsToWorkOn(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${campaigns} where state = 'sending' or state = 'scheduled' and send_at <= now()`)
  return rows.map(({ id }) => id)
}
