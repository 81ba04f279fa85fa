import { sql } from 'drizzle-orm'

import type { Queryable } from '../database/connection.server.ts'
import type { Staff } from '../services/services.ts'
import { refuse } from './refusal.ts'

export const ownAccount = 'This is for your own account. A colleague has to do this.'

const digits = (column: string) => `right(regexp_replace(${column}, '[^0-9]', '', 'g'), 10)`

/** Of `users` as `mine` and `theirs`: two accounts of one last name that share a phone, a birthdate or a street are taken for one person's. */
export const isSamePerson = sql.raw(`(btrim(mine.last_name) <> ''
  and lower(btrim(mine.last_name)) = lower(btrim(theirs.last_name))
  and (length(${digits('mine.phone')}) >= 9 and ${digits('mine.phone')} = ${digits('theirs.phone')}
    or mine.birthdate = theirs.birthdate
    or btrim(mine.address) <> '' and lower(btrim(mine.address)) = lower(btrim(theirs.address))))`)

/** Whether staff would give something to an account of their own, also to a second one. An owner may do so. */
export async function isOwnAccount(
  db: Queryable,
  { id, duties = [] }: Pick<Staff, 'id' | 'duties'>,
  userIds: readonly string[],
): Promise<boolean> {
  if (duties.includes('owner') || userIds.length === 0) return false
  const { rows } = await db.execute<{ isOwn: boolean }>(sql`
    select exists (
      select from users as mine join users as theirs on theirs.id = mine.id or ${isSamePerson}
      where mine.id = ${id} and theirs.id = any(${sql.param([...userIds])}::uuid[])) as "isOwn"`)
  return rows[0]!.isOwn
}

/** Refuses staff who give wine or a membership to themselves. */
export async function demandNotOneself(
  db: Queryable,
  viewer: Pick<Staff, 'id' | 'duties'>,
  ...userIds: string[]
): Promise<void> {
  if (await isOwnAccount(db, viewer, userIds)) throw refuse(ownAccount)
}
