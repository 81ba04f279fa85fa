import { and, eq, gt, isNull, lt } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import { personalDataLinks } from './tables.ts'

export async function insertPersonalDataLink(
  db: Queryable,
  link: { tokenHash: string; subscriberId: string; expiresAt: Date },
): Promise<void> {
  await db.insert(personalDataLinks).values(link)
}

/** Whether a link is unused and has not expired. */
export async function isUnusedDataLink(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .select({ tokenHash: personalDataLinks.tokenHash })
    .from(personalDataLinks)
    .where(
      and(eq(personalDataLinks.tokenHash, tokenHash), unused, gt(personalDataLinks.expiresAt, now)),
    )
  return rows.length === 1
}

const unused = isNull(personalDataLinks.cookieHash)

/** Uses a link: binds it to the browser with this cookie until `expiresAt`. False when it was used or has expired. */
export async function useDataLink(
  db: Queryable,
  tokenHash: string,
  { cookieHash, expiresAt, now }: { cookieHash: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  const used = await db
    .update(personalDataLinks)
    .set({ cookieHash, expiresAt })
    .where(
      and(eq(personalDataLinks.tokenHash, tokenHash), unused, gt(personalDataLinks.expiresAt, now)),
    )
  return used.rowCount === 1
}

/** The id of the subscriber whose data a browser may see; null without a valid cookie. */
export async function subscriberByDataCookie(
  db: Queryable,
  cookieHash: string,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .select({ id: personalDataLinks.subscriberId })
    .from(personalDataLinks)
    .where(and(eq(personalDataLinks.cookieHash, cookieHash), gt(personalDataLinks.expiresAt, now)))
  return row?.id ?? null
}

/** Deletes a subscriber's links, used or not, after a change of the address. */
export async function deleteDataLinksOf(db: Queryable, subscriberId: string): Promise<void> {
  await db.delete(personalDataLinks).where(eq(personalDataLinks.subscriberId, subscriberId))
}

export async function deleteExpiredDataLinks(db: Queryable, now: Date): Promise<number> {
  const deleted = await db.delete(personalDataLinks).where(lt(personalDataLinks.expiresAt, now))
  return deleted.rowCount ?? 0
}
