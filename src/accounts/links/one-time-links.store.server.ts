import { and, eq, gt, inArray, lt } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { deleteUnlocked } from '#platform/database/delete-unlocked.server.ts'

import type { linkPurposes } from '../sign-in/tables.ts'
import { oneTimeLinks } from '../sign-in/tables.ts'

type LinkPurpose = (typeof linkPurposes)[number]
export type OneTimeLink = typeof oneTimeLinks.$inferSelect
type NewLink = Pick<OneTimeLink, 'tokenHash' | 'purpose' | 'userId' | 'email' | 'expiresAt'>

export async function insertLinks(db: Queryable, links: NewLink[]): Promise<void> {
  await db.insert(oneTimeLinks).values(links)
}

/** The link of this hash with one of these purposes, expired or not, or null. */
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

/** Deletes an unexpired link and returns it: of two concurrent calls, one gets null. */
export async function useLink(
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

/** Changes the expiry of a user's links of a purpose. */
export async function extendLinks(
  db: Queryable,
  userId: string,
  purpose: LinkPurpose,
  expiresAt: Date,
): Promise<void> {
  await db
    .update(oneTimeLinks)
    .set({ expiresAt })
    .where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.purpose, purpose)))
}

export async function deleteLinksOf(
  db: Queryable,
  userId: string,
  purposes: readonly LinkPurpose[],
): Promise<void> {
  await db
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), inArray(oneTimeLinks.purpose, [...purposes])))
}

export async function deleteLinksBefore(db: Queryable, moment: Date): Promise<void> {
  await deleteUnlocked(db, oneTimeLinks, oneTimeLinks.tokenHash, lt(oneTimeLinks.expiresAt, moment))
}
