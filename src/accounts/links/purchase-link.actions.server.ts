import type { Queryable } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { purchaseLinkEnds } from './entry-link.rules.ts'
import type { NewEntryLink } from './entry-links.store.server.ts'
import { insertEntryLinks } from './entry-links.store.server.ts'
import { newToken, tokenHashOf } from './mailed-link.actions.server.ts'

/** A link's token, and the stored hash of the secret that the browser's cookie keeps. */
export function newEntryToken(): { token: string; tokenHash: string } {
  const { token } = newToken()
  return { token, tokenHash: tokenHashOf(secretOfEntryToken(token)) }
}

/** The secret that the browser keeps; the token cannot be derived from it. */
export const secretOfEntryToken = (token: string): string => tokenHashOf(`entry:${token}`)

type PurchaseFor = Pick<NewEntryLink, 'userId' | 'subscriberId' | 'email' | 'releaseId'> & {
  campaignId?: string
  /** The page of a granted wine; without it the link leads to the purchase. */
  returnTo?: string | null
  /** When the release or the grant ends, where that is known. */
  until: Date | null
}

/**
 * Makes purchase links, and returns their URLs in the same order, for the emails that are queued in
 * the same transaction. Not for staff, and not for accounts whose address was never confirmed.
 */
export async function makePurchaseLinks(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  db: Queryable,
  wanted: readonly PurchaseFor[],
): Promise<string[]> {
  const made = wanted.map(({ until, ...link }) => {
    const { token, tokenHash } = newEntryToken()
    const expiresAt = purchaseLinkEnds(clock(), until)
    return { token, row: { ...link, tokenHash, purpose: 'purchase' as const, expiresAt } }
  })
  await insertEntryLinks(
    db,
    made.map(({ row }) => row),
  )
  return made.map(({ token }) => settings.publicUrl + paths.enter(token))
}
