import { and, asc, eq, sql } from 'drizzle-orm'

import type { Duty } from '#platform/access/duties.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { staffDuties, users } from '#platform/database/people.tables.ts'

import { secondFactors, sessions } from '../sign-in/tables.ts'
import { isLive } from './soft-delete.store.server.ts'
import { endInvitationsBy } from './staff-invitations.store.server.ts'

const dutiesOfUser = sql<Duty[]>`array(select duty from ${staffDuties}
  where ${staffDuties.userId} = ${users.id} order by duty)`

/** Each of the staff has a duty: found by them, so that not every account is read. */
const isStaff = sql`${users.id} in (select ${staffDuties.userId} from ${staffDuties})`

/** All staff, by email, with the number of their open login sessions and when one was last used. */
export const staffPeople = (db: Queryable) =>
  db
    .select({
      id: users.id,
      name: sql<string>`btrim(${users.firstName} || ' ' || ${users.lastName})`,
      email: users.email,
      duties: dutiesOfUser,
      sessions: sql<number>`count(${sessions.id})::int`,
      hasSecondFactor: sql<boolean>`exists (select from ${secondFactors}
        where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null)`,
      lastSeenAt: sql<Date | null>`max(${sessions.updatedAt})`.mapWith(sessions.updatedAt),
    })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.userId, users.id), sql`${sessions.expiresAt} > now()`))
    .where(and(isStaff, isLive(users)))
    .groupBy(users.id)
    .orderBy(asc(users.email))

/** Locks the rows of all staff. Returns their ids. */
export async function lockStaff(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'staff'), isLive(users)))
    .orderBy(asc(users.id))
    .for('update')
  return rows.map((row) => row.id)
}

/**
 * Locks duties and accounts of the owners and returns their ids: of two owners who remove each other at
 * once, the second is no longer one.
 */
export async function lockOwners(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ userId: staffDuties.userId })
    .from(staffDuties)
    .innerJoin(users, eq(users.id, staffDuties.userId))
    .where(and(eq(staffDuties.duty, 'owner'), isLive(users)))
    .orderBy(asc(staffDuties.userId))
    .for('update')
  return rows.map(({ userId }) => userId)
}

export async function dutiesOf(db: Queryable, userId: string): Promise<Duty[]> {
  const rows = await db
    .select({ duty: staffDuties.duty })
    .from(staffDuties)
    .where(eq(staffDuties.userId, userId))
  return rows.map(({ duty }) => duty)
}

/**
 * Replaces a user's duties. The open invitations of one who is no owner now end for good, so that they do not
 * come back with the duty.
 */
export async function writeDuties(
  tx: Transaction,
  userId: string,
  duties: readonly Duty[],
): Promise<void> {
  await tx.delete(staffDuties).where(eq(staffDuties.userId, userId))
  if (duties.length > 0)
    await tx.insert(staffDuties).values(duties.map((duty) => ({ userId, duty })))
  if (!duties.includes('owner')) await endInvitationsBy(tx, userId)
}
