import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

/** The beginning of the day after `day` in a time zone. */
export const startOfNextDay = (day: SQL, timeZone: string): SQL =>
  sql`(((${day})::date + 1)::timestamp at time zone ${timeZone})`

/** The end of today in a time zone. */
export const endOfToday = (timeZone: string): SQL =>
  startOfNextDay(sql`now() at time zone ${timeZone}`, timeZone)
