import { eq, sql } from 'drizzle-orm'

import { insertUserWithPassword } from '#accounts/users/users.store.server.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import { seedOrder } from './factory.ts'

export const demoPassword = 'mendoza'

type DemoMember = {
  email: string
  firstName: string
  lastName: string
  orders: number
  profile: Partial<typeof users.$inferInsert>
}

const california = {
  phone: '4155550123',
  address: '1200 Valencia Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94110',
  birthdate: '1981-04-12',
}

/** A user without orders, one with orders, and one of each club level. */
export const demoMembers: readonly DemoMember[] = [
  { email: 'new@kohue.example', firstName: 'Nora', lastName: 'Bell', orders: 0, profile: {} },
  {
    email: 'buyer@kohue.example',
    firstName: 'Daniel',
    lastName: 'Ortega',
    orders: 4,
    profile: { ...california, subscription: 'active' },
  },
  {
    email: 'tupungato@kohue.example',
    firstName: 'Grace',
    lastName: 'Whitfield',
    orders: 2,
    profile: {
      ...california,
      phone: '4155550148',
      address: '63 Solano Avenue',
      city: 'Napa',
      zipCode: '94558',
      birthdate: '1974-09-03',
      membership: true,
      membershipLevel: 6,
      membershipTextA: 'Six bottles a year, chosen with you in spring and fall.',
      membershipText2024: 'Three bottles of 2021 Malbec and three of 2021 Cabernet Sauvignon.',
      membershipText2025: 'Six bottles of 2022 Malbec.',
    },
  },
  {
    email: 'aconcagua@kohue.example',
    firstName: 'Samuel',
    lastName: 'Okafor',
    orders: 3,
    profile: {
      ...california,
      phone: '2125550162',
      birthdate: '1968-11-27',
      address: '48 West 11th Street',
      city: 'New York',
      state: 'NY',
      zipCode: '10011',
      membership: true,
      membershipLevel: 12,
      membershipTextA: 'Twelve bottles a year, chosen with you in spring and fall.',
      membershipTextB: 'Aconcagua members are asked first.',
      membershipText2022: 'Twelve bottles of the first vintage, from the barrel.',
      membershipText2023: 'Six bottles of Malbec and six of Cabernet Sauvignon.',
      membershipText2024: 'Six bottles of 2021 Malbec and six of 2021 Cabernet Sauvignon.',
      membershipText2025: 'Twelve bottles of 2022 Malbec.',
    },
  },
]

/** Creates the demo users with their orders, unless they exist. */
export async function seedDemoMembers(db: Database, passwordHash: string): Promise<void> {
  for (const member of demoMembers) {
    await db.transaction(async (tx) => {
      const { email, firstName, lastName } = member
      const id = await insertUserWithPassword(tx, { email, firstName, lastName, passwordHash })
      if (!id) return
      if (Object.keys(member.profile).length > 0) {
        await tx.update(users).set(member.profile).where(eq(users.id, id))
      }
      // Oldest first, so that order numbers rise with time.
      for (let index = member.orders - 1; index >= 0; index--) {
        await seedOrder(tx, { id, email, firstName, lastName, ...member.profile }, index)
      }
      await tx
        .update(users)
        .set({ lastOrderAt: member.orders > 0 ? sql`now()` : null })
        .where(eq(users.id, id))
    })
  }
}
