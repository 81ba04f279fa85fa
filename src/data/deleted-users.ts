import { and, asc, eq, getTableColumns, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { StaffUser } from '#domain/staff-user.ts'

import { lockCart } from './carts.ts'
import type { Queryable, Transaction } from './connection.server.ts'
import { openCheckoutsOf } from './forget-person.ts'
import { mails } from './schema/desk.ts'
import { deletedUsers, identities, users } from './schema/people.ts'
import { cartLines, carts, checkouts, orders } from './schema/trade.ts'
import { holdStaffUser, staffUserById } from './staff-users.ts'
import { isUuid } from './uuid.ts'

export type DeletedUser = Pick<typeof deletedUsers.$inferSelect, 'id' | 'label' | 'eraseAt'>

/** Columns as the database knows them, but for those it fills in itself. */
const kept = (table: PgTable) =>
  sql.raw(
    Object.values(getTableColumns(table))
      .filter((column) => !column.generated)
      .map((column) => `"${column.name}"`)
      .join(', '),
  )

/** All that a person has and gets back; sessions and links of letters are gone for good. */
const recordOf = (id: string) => sql`
  select jsonb_build_object(
    'user', to_jsonb(${users}),
    'identities', (select jsonb_agg(to_jsonb(${identities})) from ${identities} where user_id = ${id}),
    'carts', (select jsonb_agg(to_jsonb(${carts})) from ${carts} where user_id = ${id}),
    'cart_lines', (select jsonb_agg(to_jsonb(${cartLines})) from ${cartLines} where user_id = ${id}),
    'orders', (select jsonb_agg(id) from ${orders} where user_id = ${id}),
    'checkouts', (select jsonb_agg(id) from ${checkouts} where user_id = ${id}))
  from ${users} where ${users.id} = ${id}`

/**
 * Takes a user out of everything, to be put back until that moment; orders and checkouts stay and
 * lose their owner. Nothing happens, and `open-page` is said, while something could still be paid:
 * checkouts are opened under the same lock.
 */
export async function setUserAside(
  tx: Transaction,
  id: string,
  { by, eraseAt }: { by: string; eraseAt: Date },
): Promise<StaffUser | 'gone' | 'open-page'> {
  if (!(await staffUserById(tx, id))) return 'gone'
  await lockCart(tx, id)
  const user = await holdStaffUser(tx, id)
  if (!user) return 'gone'
  if ((await openCheckoutsOf(tx, id)).length > 0) return 'open-page'
  const { firstname, lastname, email } = user.fields
  const label = `${firstname} ${lastname}`.trim() || email
  await tx.execute(sql`
    insert into ${deletedUsers} (id, label, email, record, deleted_by, erase_at)
    values (${id}, ${label}, ${email}, (${recordOf(id)}), ${by}, ${eraseAt.toISOString()})`)
  await tx.delete(users).where(eq(users.id, id))
  return user
}

/** Holds the rows of everybody who is staff until the transaction ends; answers their ids. */
export async function holdStaff(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, 'staff'))
    .orderBy(asc(users.id))
    .for('update')
  return rows.map((row) => row.id)
}

/**
 * Puts a user back as they were, with ways to sign in, cart, orders and checkouts; they have to log
 * in again. `registered-again` when somebody has registered with their email since.
 */
export async function putUserBack(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<StaffUser | 'too-late' | 'registered-again'> {
  if (!isUuid(id)) return 'too-late'
  const [waiting] = await tx
    .select({ id: deletedUsers.id })
    .from(deletedUsers)
    .where(and(eq(deletedUsers.id, id), gt(deletedUsers.eraseAt, now)))
    .for('update')
  if (!waiting) return 'too-late'
  const record = sql`(select record from ${deletedUsers} where id = ${id})`
  const back = await tx.execute(sql`
    insert into ${users} (${kept(users)})
    select ${kept(users)} from jsonb_populate_record(null::${users}, ${record} -> 'user')
    on conflict do nothing`)
  if (back.rowCount === 0) return 'registered-again'
  for (const [name, table] of [
    ['identities', identities],
    ['carts', carts],
    ['cart_lines', cartLines],
  ] as const) {
    await tx.execute(sql`
      insert into ${table} (${kept(table)})
      select ${kept(table)} from jsonb_populate_recordset(null::${table},
        coalesce(nullif(${record} -> ${name}, 'null'), '[]'))
      on conflict do nothing`)
  }
  for (const [name, table] of [
    ['orders', orders],
    ['checkouts', checkouts],
  ] as const) {
    await tx.execute(sql`
      update ${table} set user_id = ${id} where user_id is null and id in (
        select value::uuid from jsonb_array_elements_text(
          coalesce(nullif(${record} -> ${name}, 'null'), '[]')))`)
  }
  await tx.delete(deletedUsers).where(eq(deletedUsers.id, id))
  return (await staffUserById(tx, id))!
}

/** Whom somebody deleted and may still put back, oldest first. */
export async function deletedUsersOf(
  db: Queryable,
  staffId: string,
  now: Date,
): Promise<DeletedUser[]> {
  const { id, label, eraseAt } = deletedUsers
  return db
    .select({ id, label, eraseAt })
    .from(deletedUsers)
    .where(and(eq(deletedUsers.deletedBy, staffId), gt(eraseAt, now)))
    .orderBy(asc(eraseAt))
}

/** Erases those whose time to be put back is over, and the letters that were sent to them. */
export async function eraseDeletedUsers(tx: Transaction, now: Date): Promise<number> {
  const erased = await tx
    .delete(deletedUsers)
    .where(lte(deletedUsers.eraseAt, now))
    .returning({ email: deletedUsers.email })
  if (erased.length > 0) {
    const emails = erased.map((row) => row.email)
    // Somebody who registered again with that email keeps theirs.
    await tx
      .delete(mails)
      .where(
        and(
          inArray(mails.recipient, emails),
          ne(mails.state, 'queued'),
          sql`not exists (select from ${users} where ${users.email} = ${mails.recipient})`,
        ),
      )
  }
  return erased.length
}
