import { and, desc, eq, lt, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import type { ConsentKind } from './consent-kinds.rules.ts'
import type { Consent, ConsentSource, Verdict } from './consent.rules.ts'
import { consentNetworks, consents } from './tables.ts'

type NewConsent = {
  email: string
  kind: ConsentKind
  verdict: Verdict
  source: ConsentSource
  wording: string
  page?: string
  by?: string | null
  counts?: boolean
  /** When it was given or refused, if not now. */
  at?: Date
}

/** Adds an entry to the consent ledger, with the hash of the client's network if given. */
export async function writeConsent(
  db: Queryable,
  consent: NewConsent,
  networkHash?: string,
): Promise<void> {
  const { email, kind, verdict, source, wording, page = '', by = null, counts = true } = consent
  await db.execute(sql`
    with entry as (
      insert into ${consents} (email, kind, verdict, source, wording, page, by, counts)
      values (${email}, ${kind}, ${verdict}, ${source}, ${wording}, ${page}, ${by}, ${counts})
      returning id
    )
    insert into ${consentNetworks} (consent_id, network_hash)
    select id, ${networkHash ?? null} from entry where ${networkHash ?? null}::text is not null`)
}

export async function writeConsents(db: Queryable, entries: readonly NewConsent[]): Promise<void> {
  if (entries.length > 0) await db.insert(consents).values([...entries])
}

/** The ledger's entries of an address, newest first. */
export async function consentsOf(db: Queryable, email: string): Promise<Consent[]> {
  return db
    .select({
      at: consents.at,
      kind: consents.kind,
      verdict: consents.verdict,
      source: consents.source,
      wording: consents.wording,
      page: consents.page,
      by: consents.by,
      counts: consents.counts,
    })
    .from(consents)
    .where(eq(consents.email, email))
    .orderBy(desc(consents.id))
}

/** The latest valid entry about mailing-list email, or null. */
export async function latestEmailConsent(db: Queryable, email: string): Promise<Consent | null> {
  const [row] = await db
    .select()
    .from(consents)
    .where(and(eq(consents.email, email), eq(consents.kind, 'email'), eq(consents.counts, true)))
    .orderBy(desc(consents.id))
    .limit(1)
  return row ?? null
}

/** Deletes the entries of an address, by the only database function that may. */
export async function eraseConsents(db: Queryable, email: string): Promise<void> {
  await db.execute(sql`select erase_consents(${email})`)
}

/** Moves the entries of an address to another one: as history that decides nothing where that has entries itself. */
export async function moveConsents(db: Queryable, from: string, to: string): Promise<void> {
  const entries = await consentsOf(db, from)
  const decides = (await consentsOf(db, to)).length === 0
  await eraseConsents(db, from)
  await writeConsents(
    db,
    entries.toReversed().map((entry) => ({ ...entry, email: to, counts: decides && entry.counts })),
  )
}

/** Deletes network hashes from before a time. Returns how many. */
export async function deleteConsentNetworks(db: Queryable, before: Date): Promise<number> {
  const deleted = await db.delete(consentNetworks).where(lt(consentNetworks.at, before))
  return deleted.rowCount ?? 0
}
