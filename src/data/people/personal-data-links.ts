import { and, eq, gt, isNull, lt } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { personalDataLinks } from '#data/schema/consent.ts'

export async function insertPersonalDataLink(
  db: Queryable,
  link: { tokenHash: string; subscriberId: string; expiresAt: Date },
): Promise<void> {
  await db.insert(personalDataLinks).values(link)
}

/** True while a link was not used and has not expired. */
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

/** Binds an unused link to the browser with that cookie until `expiresAt`. False when it is used. */
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

/** Whose data a browser may see; null without a cookie that is valid. */
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

/** Ends a subscriber's links, used or not: they went to an address that the record has no more. */
export async function deleteDataLinksOf(db: Queryable, subscriberId: string): Promise<void> {
  await db.delete(personalDataLinks).where(eq(personalDataLinks.subscriberId, subscriberId))
}

export async function deleteExpiredDataLinks(db: Queryable, now: Date): Promise<number> {
  const deleted = await db.delete(personalDataLinks).where(lt(personalDataLinks.expiresAt, now))
  return deleted.rowCount ?? 0
}
