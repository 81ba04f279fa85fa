import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'

import type { Queryable } from './connection.server.ts'
import type { linkPurposes } from './schema/people.ts'
import { oneTimeLinks } from './schema/people.ts'

export type LinkPurpose = (typeof linkPurposes)[number]
export type OneTimeLink = typeof oneTimeLinks.$inferSelect
export type NewLink = Pick<OneTimeLink, 'tokenHash' | 'purpose' | 'userId' | 'email' | 'expiresAt'>

export async function keepLinks(db: Queryable, links: NewLink[]): Promise<void> {
  await db.insert(oneTimeLinks).values(links)
}

/** A link that is still good for one of these purposes, or null. */
export async function linkByHash(
  db: Queryable,
  tokenHash: string,
  purposes: readonly LinkPurpose[],
): Promise<OneTimeLink | null> {
  const [row] = await db
    .select()
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.tokenHash, tokenHash), inArray(oneTimeLinks.purpose, [...purposes])))
  return row ?? null
}

/** Takes a link out of the world: of two who try, one gets it and the other null. */
export async function takeLink(
  db: Queryable,
  tokenHash: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<OneTimeLink | null> {
  const [row] = await db
    .delete(oneTimeLinks)
    .where(
      and(
        eq(oneTimeLinks.tokenHash, tokenHash),
        eq(oneTimeLinks.purpose, purpose),
        gt(oneTimeLinks.expiresAt, now),
      ),
    )
    .returning()
  return row ?? null
}

/** Notes that one end agreed to a change of address. Once more is as good as once. */
export async function confirmLink(db: Queryable, tokenHash: string, now: Date): Promise<void> {
  await db
    .update(oneTimeLinks)
    .set({ confirmedAt: sql`coalesce(${oneTimeLinks.confirmedAt}, ${now})` })
    .where(eq(oneTimeLinks.tokenHash, tokenHash))
}

export async function linksOf(
  db: Queryable,
  userId: string,
  purposes: readonly LinkPurpose[],
): Promise<OneTimeLink[]> {
  return db
    .select()
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), inArray(oneTimeLinks.purpose, [...purposes])))
}

export async function dropLinksOf(
  db: Queryable,
  userId: string,
  purposes: readonly LinkPurpose[],
): Promise<void> {
  await db
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), inArray(oneTimeLinks.purpose, [...purposes])))
}

export async function forgetLinksBefore(db: Queryable, moment: Date): Promise<void> {
  await db.delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, moment))
}
