import { eq, getTableColumns, sql } from 'drizzle-orm'

import { mailingListClients } from '#platform/database/people.tables.ts'
import type { PersonalData } from '#platform/module/personal-data.ts'
import { ifAny } from '#platform/module/personal-data.ts'

import { consentsOf } from './consent/consents.store.server.ts'
import { dataRequestsOf } from './consent/data-requests.store.server.ts'
import { entryLinksOf } from './links/entry-links.store.server.ts'
import { entryLinks } from './links/tables.ts'
import { passkeysOf } from './passkeys/passkeys.store.server.ts'
import { factorOf } from './second-factor/second-factors.store.server.ts'
import { identities, sessions } from './sign-in/tables.ts'
import { invitationsTo } from './users/staff-invitations.store.server.ts'

/** A subscriber's columns without the derived search text. */
const { searchText: _derived, ...subscriberColumns } = getTableColumns(mailingListClients)

/**
 * Accounts and how they sign in, and what is stored under an email address. What an erased address leaves here
 * depends on who else has it (`privacy/deletion/forget-address.actions.server.ts`).
 */
export const accountsPersonalData: PersonalData = {
  tables: {
    users: { exported: true, erased: 'deleted', merged: 'left' },
    user_emails: { exported: true, erased: 'deleted', merged: 'moved' },
    identities: { exported: true, erased: 'deleted', merged: 'left' },
    sessions: { exported: true, erased: 'deleted', merged: 'deleted' },
    passkeys: { exported: true, erased: 'deleted', merged: 'left' },
    second_factors: { exported: true, erased: 'deleted', merged: 'left' },
    one_time_links: { exported: false, erased: 'deleted', merged: 'deleted' },
    email_changes: { exported: false, erased: 'deleted', merged: 'deleted' },
    entry_links: { exported: true, erased: 'deleted', merged: 'moved' },
    staff_duties: { exported: false, erased: 'deleted', merged: 'left' },
    staff_invitations: { exported: true, erased: 'deleted', merged: 'left' },
    mailing_list_clients: { exported: true, erased: 'deleted', merged: 'left' },
    personal_data_links: { exported: false, erased: 'deleted', merged: 'left' },
    consents: { exported: true, erased: 'deleted', merged: 'left' },
    pending_consents: { exported: false, erased: 'deleted', merged: 'left' },
    data_requests: { exported: true, erased: 'blanked', merged: 'left' },
  },
  exportUser: {
    waysToSignIn: (db, userId) =>
      db
        .select({ provider: identities.providerId, since: identities.createdAt })
        .from(identities)
        .where(eq(identities.userId, userId)),
    devices: (db, userId) =>
      db
        .select({
          device: sessions.userAgent,
          networkAddress: sessions.ipAddress,
          signedInAt: sessions.createdAt,
          lastUsedAt: sessions.updatedAt,
          expiresAt: sessions.expiresAt,
          openedByEmail: sql<boolean>`${sessions.origin} in ('purchase-link', 'login-link')`,
        })
        .from(sessions)
        .where(eq(sessions.userId, userId)),
    passkeys: async (db, userId) => {
      const passkeys = await ifAny(passkeysOf(db, userId))
      return passkeys?.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt }))
    },
    secondFactorSince: async (db, userId) => (await factorOf(db, userId))?.confirmedAt ?? undefined,
    linksByEmail: entryLinksOf,
  },
  exportAddress: {
    mailingList: async (db, email) => {
      const [subscriber] = await db
        .select(subscriberColumns)
        .from(mailingListClients)
        .where(eq(mailingListClients.email, email))
      return subscriber ?? null
    },
    consents: consentsOf,
    dataRequests: dataRequestsOf,
    staffInvitations: (db, email) => ifAny(invitationsTo(db, email)),
  },
  async merge(tx, { from, into }) {
    await tx.update(entryLinks).set({ userId: into }).where(eq(entryLinks.userId, from))
    return {}
  },
  async moveBack(tx, { from, into }) {
    await tx.execute(sql`
      update entry_links as l set user_id = ${from}::uuid from users as u
      where u.id = ${from}::uuid and l.email = u.email and l.user_id = ${into}::uuid`)
  },
}
