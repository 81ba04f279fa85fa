import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { isServed, shipToStateCodes } from '#catalogue/destinations/ship-to.rules.ts'
import type { BuyerLack } from '../check/release-check.rules.ts'

const served = (on: Date): SQL => {
  const codes = shipToStateCodes.filter((state) => isServed(state, on))
  return sql`array[${sql.join(
    codes.map((state) => sql`${state}`),
    sql`, `,
  )}]::text[]`
}

/** SQL condition on `users`: the account lacks something that a purchase or an email on this day needs. */
export const lacks = (what: BuyerLack, on: Date): SQL => lacking[what](on)

const lacking: Record<BuyerLack, (on: Date) => SQL> = {
  address: () => sql`(users.address = '' or users.zip_code = '')`,
  state: (on) => sql`(users.address <> '' and not users.state = any(${served(on)}))`,
  birthdate: () => sql`coalesce(users.birthdate::text, '') = ''`,
  emails: () => sql`not users.by_email`,
}
