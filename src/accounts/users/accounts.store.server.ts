import { and, eq, sql } from 'drizzle-orm'

import type { Address } from '#platform/address/address.rules.ts'
import { addressFields } from '#platform/address/address.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import type { AccountFields } from '../account/account-form.rules.ts'
import { blockFields } from '../account/account-form.rules.ts'
import type { Account, Subscription } from '../account/account.rules.ts'
import { subscriptionOf } from '../account/account.rules.ts'
import type { User } from './users.store.server.ts'

type Columns = Partial<typeof users.$inferInsert>

/** Columns by fields with another name. */
const otherNames = {
  firstname: 'firstName',
  lastname: 'lastName',
  xfirstname: 'billingFirstName',
  xlastname: 'billingLastName',
  xaddress: 'billingAddress',
  xaddressExtra: 'billingAddressExtra',
  xcity: 'billingCity',
  xstate: 'billingState',
  xzipCode: 'billingZipCode',
} as const satisfies Partial<Record<keyof AccountFields, keyof Columns>>

type SameName = Exclude<keyof AccountFields, keyof typeof otherNames>

const columnOf = (field: keyof AccountFields): keyof Columns =>
  field in otherNames ? otherNames[field as keyof typeof otherNames] : (field as SameName)

/** The account of a user's row, by the field names of its forms. */
export const accountOfUser = (user: User): Account => ({
  id: user.id,
  version: user.version,
  fields: Object.fromEntries(
    Object.values(blockFields)
      .flat()
      .map((field) => [field, user[columnOf(field)] ?? '']),
  ) as AccountFields,
  billingDiffers: user.billingDiffers,
  subscription: subscriptionOf(user.subscription),
  membership: {
    textA: user.membershipTextA,
    textB: user.membershipTextB,
    allocations: {
      2022: user.membershipText2022,
      2023: user.membershipText2023,
      2024: user.membershipText2024,
      2025: user.membershipText2025,
    },
  },
})

/** The columns of a form's fields. An empty birthdate is null. */
export function columnsOf(fields: Partial<AccountFields>): Columns {
  const columns: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    columns[columnOf(name as keyof AccountFields)] = name === 'birthdate' ? value || null : value
  }
  return columns
}

/**
 * Updates a user's row and raises its version. Null, and nothing is written, when the version has changed
 * (optimistic locking).
 */
export async function saveUserIf(
  db: Queryable,
  userId: string,
  version: number,
  columns: Columns,
): Promise<User | null> {
  const [row] = await db
    .update(users)
    .set({ ...columns, version: sql`${users.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(users.id, userId), eq(users.version, version)))
    .returning()
  return row ?? null
}

/**
 * Saves the subscription; null when it is unchanged. The version is not raised, so that an open form of
 * the profile, which does not have this field, can still be saved.
 */
export async function saveSubscription(
  db: Queryable,
  userId: string,
  subscription: Subscription,
): Promise<User | null> {
  const [row] = await db
    .update(users)
    .set({ subscription, updatedAt: sql`now()` })
    .where(
      and(
        eq(users.id, userId),
        sql`coalesce(${users.subscription}, 'active') is distinct from ${subscription}`,
      ),
    )
    .returning()
  return row ?? null
}

/** Saves the first shipping address of an account. False when it has one. */
export async function fillAddress(db: Queryable, userId: string, to: Address): Promise<boolean> {
  const columns = addressFields.map((field) => users[field])
  const filled = await db
    .update(users)
    .set({ ...to, version: sql`${users.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(users.id, userId), sql`btrim(concat(${sql.join(columns, sql`, `)})) = ''`))
  return filled.rowCount === 1
}

/** Sets the subscription of an address's confirmed account to inactive. False when there is none, or it was inactive. */
export async function inactivateAccount(db: Queryable, email: string): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({ subscription: 'inactive', updatedAt: sql`now()` })
    .where(
      and(
        eq(users.email, email),
        eq(users.emailVerified, true),
        sql`${users.subscription} is distinct from 'inactive'`,
      ),
    )
  return changed.rowCount === 1
}

/**
 * Sets the subscription of an address's account to active if it was inactive: an unconfirmed one too, as
 * its no would hold.
 */
export async function activateAccount(db: Queryable, email: string): Promise<void> {
  await db
    .update(users)
    .set({ subscription: 'active', updatedAt: sql`now()` })
    .where(and(eq(users.email, email), eq(users.subscription, 'inactive')))
}

/** Locks the row of an address's confirmed account, if there is one. */
export async function lockAccountOf(db: Queryable, email: string): Promise<void> {
  await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true)))
    .for('update')
}
