import { desc, eq, getTableColumns } from 'drizzle-orm'

import type { Queryable } from './connection.server.ts'
import { cartOf } from './carts.ts'
import { allOrdersOf } from './orders.ts'
import type { User } from './people.ts'
import { mails } from './schema/desk.ts'
import { identities, mailingListClients, sessions } from './schema/people.ts'
import { checkouts } from './schema/trade.ts'

/** A client's row, but for the words it is found by, which say it all again. */
const { searchText: _found, ...client } = getTableColumns(mailingListClients)

/** Everything the books hold about a person, but for what only proves who they are. */
export async function personalDataOf(db: Queryable, user: User) {
  const { id, email } = user
  const [waysToSignIn, devices, cart, orders, checkoutsStarted, lettersSent, list] =
    await Promise.all([
      db
        .select({ provider: identities.providerId, since: identities.createdAt })
        .from(identities)
        .where(eq(identities.userId, id)),
      db
        .select({
          device: sessions.userAgent,
          networkAddress: sessions.ipAddress,
          signedInAt: sessions.createdAt,
          expiresAt: sessions.expiresAt,
        })
        .from(sessions)
        .where(eq(sessions.userId, id)),
      cartOf(db, id),
      allOrdersOf(db, id),
      db
        .select()
        .from(checkouts)
        .where(eq(checkouts.userId, id))
        .orderBy(desc(checkouts.startedAt)),
      db
        .select({ kind: mails.kind, state: mails.state, writtenAt: mails.createdAt })
        .from(mails)
        .where(eq(mails.recipient, email))
        .orderBy(desc(mails.createdAt)),
      db.select(client).from(mailingListClients).where(eq(mailingListClients.email, email)),
    ])
  const mailingList = list[0] ?? null
  return { waysToSignIn, devices, cart, orders, checkoutsStarted, lettersSent, mailingList }
}
