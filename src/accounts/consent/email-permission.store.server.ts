import { sql } from 'drizzle-orm'

import type { Subscription } from '../account/account.rules.ts'
import type { EmailPermissionFacts, Verdict } from './consent.rules.ts'
import type { SuppressionReason } from '#mail/suppression.rules.ts'

import type { Queryable } from '#platform/database/connection.server.ts'

export type AddressFacts = EmailPermissionFacts & {
  /** Ids of the list record and of the confirmed account with this address. */
  subscriberId: string | null
  userId: string | null
  firstName: string
}

type Row = {
  latest: Verdict | null
  suppressions: SuppressionReason[]
  subscriber_id: string | null
  has_left: boolean | null
  list_by_email: boolean | null
  user_id: string | null
  subscription: Subscription | null
  by_email: boolean | null
  by_email_of_staff: boolean | null
  first_name: string | null
}

/**
 * The facts that decide whether an address may get mailing-list email, in one query. Only confirmed accounts
 * count: anyone can register any address.
 */
export async function addressFacts(
  db: Queryable,
  email: string,
  emailHash: string,
): Promise<AddressFacts> {
  const { rows } = await db.execute<Row>(sql`
    select
      (select verdict from consents where email = ${email} and kind = 'email' and counts
        order by id desc limit 1) as latest,
      array(select reason from suppressions where email_hash = ${emailHash}) as suppressions,
      list.id as subscriber_id, list.unsubscribed_at is not null as has_left,
      list.by_email as list_by_email,
      owner.id as user_id, owner.subscription, owner.by_email, owner.by_email_of_staff,
      coalesce(list.first_name, owner.first_name) as first_name
    from (select) as one
    left join mailing_list_clients list on list.email = ${email}
    left join users owner
      on owner.email = ${email} and owner.email_verified and owner.erase_at is null`)
  const row = rows[0]!
  return {
    latest: row.latest,
    suppressions: row.suppressions,
    fields: {
      list: row.subscriber_id
        ? { hasLeft: row.has_left === true, byEmail: row.list_by_email === true }
        : null,
      account: row.user_id
        ? {
            subscription: row.subscription,
            byEmail: row.by_email === true,
            byEmailOfStaff: row.by_email_of_staff === true,
          }
        : null,
    },
    subscriberId: row.subscriber_id,
    userId: row.user_id,
    firstName: row.first_name ?? '',
  }
}
