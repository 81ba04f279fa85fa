import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'

import { aMember, openTestShop } from './test-shop.ts'

/** A staff user of a request. */
export async function aStaffMember(db: Database): Promise<User & { duties: readonly Duty[] }> {
  const { id } = await aMember(db, { role: 'staff', firstName: 'Sofía', lastName: 'Staff' })
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return { ...row!, duties: ['owner'] }
}

/** A shop and an owner of its admin. For the top of a test file, after whose tests it is closed. */
export async function openStaffedShop() {
  const testShop = await openTestShop()
  afterAll(() => testShop.close())
  return { testShop, staff: await aStaffMember(testShop.db) }
}

/** A mailing-list subscriber. */
export async function aSubscriber(
  db: Database,
  fields: Partial<typeof mailingListClients.$inferInsert> = {},
) {
  const [row] = await db
    .insert(mailingListClients)
    .values({
      fullName: 'Bruno Castro',
      firstName: 'Bruno',
      email: `${randomUUID()}@list.example`,
      consentSource: 'test',
      consentWording: 'made for a test',
      ...fields,
    })
    .returning()
  return row!
}
