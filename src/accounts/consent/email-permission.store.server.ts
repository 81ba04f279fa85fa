import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { SuppressionReason } from '#mail/suppression.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'

import type { Subscription } from '../account/account.rules.ts'
import type { ConsentFields, EmailPermissionFacts, Verdict } from './consent.rules.ts'

export type AddressFacts = EmailPermissionFacts & {
  /** Ids of the list record and of the confirmed account with this address. */
  subscriberId: string | null
  userId: string | null
  firstName: string
}

/** The columns that the fields are made of. `userId` is that of a confirmed account. */
export type ConsentColumns = {
  subscriberId: string | null
  hasLeft: boolean | null
  listByEmail: boolean | null
  userId: string | null
  subscription: Subscription | null
  byEmail: boolean | null
  byEmailOfStaff: boolean | null
}

type Row = ConsentColumns & {
  latest: Verdict | null
  suppressions: SuppressionReason[]
  firstName: string | null
}

/** For every reader of these columns: consent is decided in one place. */
export const consentFieldsOf = (row: ConsentColumns): ConsentFields => ({
  list: row.subscriberId
    ? { hasLeft: row.hasLeft === true, byEmail: row.listByEmail === true }
    : null,
  account: row.userId
    ? {
        subscription: row.subscription,
        byEmail: row.byEmail === true,
        byEmailOfStaff: row.byEmailOfStaff === true,
      }
    : row.subscription === 'inactive'
      ? { subscription: 'inactive', byEmail: false, byEmailOfStaff: false }
      : null,
})

/**
 * SQL condition on `users`: what `whyFieldsSayNo` says of their account and list record, for lists of many.
 * The ledger and suppressions decide besides once an email is sent.
 */
export const fieldsSayNo = (): SQL => sql`(
  coalesce(users.subscription, 'active') = 'inactive'
  or not coalesce((select list.unsubscribed_at is null and list.by_email
      from mailing_list_clients as list where list.email = users.email),
    users.by_email and not users.by_email_of_staff))`

/** SQL condition on `mailing_list_clients`: an account with the address has said no. */
export const isInactiveAccount = (): SQL<boolean> => sql`exists (
  select from ${users} as own where own.email = ${mailingListClients}.email and own.erase_at is null
    and own.subscription = 'inactive')`

/** SQL condition on `mailing_list_clients`, of the same as `fieldsSayNo`: they may be written to. */
export const subscriberFieldsSayYes = (): SQL => sql`(${mailingListClients}.unsubscribed_at is null
  and ${mailingListClients}.by_email and not ${isInactiveAccount()})`

/**
 * The facts that decide whether an address may get mailing-list email, in one query. Of an account that is
 * not confirmed nothing but its no counts: anyone can register any address.
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
      list.id as "subscriberId", list.unsubscribed_at is not null as "hasLeft",
      list.by_email as "listByEmail",
      case when owner.email_verified then owner.id end as "userId", owner.subscription,
      owner.by_email as "byEmail", owner.by_email_of_staff as "byEmailOfStaff",
      coalesce(list.first_name, case when owner.email_verified then owner.first_name end)
        as "firstName"
    from (select) as one
    left join mailing_list_clients list on list.email = ${email}
    left join users owner on owner.email = ${email} and owner.erase_at is null`)
  const row = rows[0]!
  return {
    latest: row.latest,
    suppressions: row.suppressions,
    fields: consentFieldsOf(row),
    subscriberId: row.subscriberId,
    userId: row.userId,
    firstName: row.firstName ?? '',
  }
}

type ConfirmedOwner = {
  userId: string
  email: string
  /** Its last word about mailing-list emails: by the ledger, else by its own choices; null where it has said none. */
  verdict: Verdict | null
}

/** The confirmed accounts of these addresses. */
export async function confirmedOwnersOf(
  db: Queryable,
  emails: readonly string[],
): Promise<ConfirmedOwner[]> {
  const { rows } = await db.execute<ConfirmedOwner>(sql`
    select owner.id as "userId", owner.email, coalesce(
      (select verdict from consents where email = owner.email and kind = 'email' and counts
        order by id desc limit 1),
      case when owner.subscription = 'inactive' then 'no'
        when owner.by_email and not owner.by_email_of_staff then 'yes' end) as verdict
    from ${users} as owner
    where owner.email = any(${sql.param(emails)}::text[]) and owner.email_verified
      and owner.erase_at is null`)
  return rows
}
