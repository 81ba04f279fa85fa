import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { fieldsSayNo } from '#accounts/consent/email-permission.store.server.ts'
import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'

import type { BuyerLack } from '../check/release-check.rules.ts'

const served = (day: string): SQL =>
  sql`array[${sql.join(
    statesServed(day).map((state) => sql`${state}`),
    sql`, `,
  )}]::text[]`

/** SQL condition on `users`: the account lacks something that a purchase or an email on this day needs. */
export const lacks = (what: BuyerLack, day: string): SQL => lacking[what](day)

const lacking: Record<BuyerLack, (day: string) => SQL> = {
  address: () => sql`(users.address = '' or users.zip_code = '')`,
  state: (day) => sql`(users.address <> '' and not users.state = any(${served(day)}))`,
  birthdate: () => sql`coalesce(users.birthdate::text, '') = ''`,
  emails: fieldsSayNo,
}
