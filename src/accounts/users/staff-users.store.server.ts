import { and, eq, sql } from 'drizzle-orm'

import type { MembershipLevel } from '#platform/club/club.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { subscriptionOf } from '../account/account.rules.ts'
import { accountOfUser, columnsOf } from './accounts.store.server.ts'
import { isLive } from './soft-delete.store.server.ts'
import type { StaffUser, StaffUserFields } from './staff-user.rules.ts'
import { noteFields } from './staff-user.rules.ts'
import type { User } from './users.store.server.ts'

/** A user's row, by the field names of the staff's form. */
const staffUserOf = (user: User): StaffUser => ({
  id: user.id,
  version: user.version,
  savedAt: user.updatedAt,
  fields: {
    ...accountOfUser(user).fields,
    membership: user.membership,
    membershipLevel: (user.membershipLevel
      ? String(user.membershipLevel)
      : '') as StaffUserFields['membershipLevel'],
    membershipText2022: user.membershipText2022,
    membershipText2023: user.membershipText2023,
    membershipText2024: user.membershipText2024,
    membershipText2025: user.membershipText2025,
    membershipTextA: user.membershipTextA,
    membershipTextB: user.membershipTextB,
    billDifThanShip: user.billingDiffers,
  },
  facts: {
    role: user.role,
    emailVerified: user.emailVerified,
    stripeCustomerId: user.stripeCustomerId ?? 'none',
    subscription: subscriptionOf(user.subscription),
    registeredAt: user.createdAt,
    lastOrderAt: user.lastOrderAt,
  },
})

/** The columns of the form's fields. */
export function staffUserColumns(fields: StaffUserFields): Partial<typeof users.$inferInsert> {
  const { membership, membershipLevel, billDifThanShip, ...rest } = fields
  const account = { ...rest } as Partial<typeof rest>
  for (const field of noteFields) delete account[field]
  return {
    ...columnsOf(account),
    // The identity library keeps both names as one.
    name: `${fields.firstname} ${fields.lastname}`.trim(),
    membership,
    membershipLevel: Number(membershipLevel),
    billingDiffers: billDifThanShip,
    ...Object.fromEntries(noteFields.map((field) => [field, fields[field]])),
  }
}

/** A user's record, or null when there is none of that id. */
export async function staffUserById(db: Queryable, id: string): Promise<StaffUser | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isLive(users)))
  return row ? staffUserOf(row) : null
}

/** The same, its row locked. */
export async function lockUserForStaff(tx: Transaction, id: string): Promise<StaffUser | null> {
  if (!isUuid(id)) return null
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isLive(users)))
    .for('update')
  return row ? staffUserOf(row) : null
}

/**
 * Updates a user's fields and raises the version. A new address is unconfirmed.
 */
export async function writeStaffUser(
  tx: Transaction,
  id: string,
  fields: StaffUserFields,
  { isNewEmail, byEmailOfStaff }: { isNewEmail: boolean; byEmailOfStaff: boolean | null },
): Promise<StaffUser> {
  const [row] = await tx
    .update(users)
    .set({
      ...staffUserColumns(fields),
      ...(isNewEmail && { emailVerified: false }),
      ...(byEmailOfStaff !== null && { byEmailOfStaff }),
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, id))
    .returning()
  return staffUserOf(row!)
}

/**
 * Makes a user a club member of a level, as the staff's form does. Returns the user and the previous level, 0
 * without membership.
 */
export async function grantMembership(
  tx: Transaction,
  id: string,
  level: MembershipLevel,
): Promise<{ person: Pick<User, 'firstName' | 'lastName' | 'email'>; before: number }> {
  const [locked] = await tx
    .select({ membership: users.membership, membershipLevel: users.membershipLevel })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  const [person] = await tx
    .update(users)
    .set({
      membership: true,
      membershipLevel: level,
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, id))
    .returning({ firstName: users.firstName, lastName: users.lastName, email: users.email })
  return { person: person!, before: locked?.membership ? locked.membershipLevel : 0 }
}
