import { inArray } from 'drizzle-orm'

import type { Database } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { requests } from '#requests/tables.ts'

import { emailOf, nameOf } from './people.ts'

const day = 24 * 60 * 60 * 1_000

/** Requests: `by` is the number of the person in the story. */
const asked = [
  { by: 40, kind: 'wine', productId: 'malbec-2021', units: 2, daysAgo: 13 },
  { by: 41, kind: 'wine', productId: 'malbec-2021', units: 1, daysAgo: 12 },
  { by: 42, kind: 'wine', productId: 'malbec-2021', units: 3, daysAgo: 3 },
  { by: 43, kind: 'wine', productId: 'malbec-2021', units: 1, daysAgo: 2 },
  { by: 44, kind: 'wine', productId: 'cabernet-sauvignon-2021', units: 2, daysAgo: 2 },
  { by: 45, kind: 'wine', productId: 'cabernet-sauvignon-2021', units: 1, daysAgo: 1 },
  { by: 46, kind: 'club', daysAgo: 4 },
  { by: 47, kind: 'club', daysAgo: 1 },
  { by: 48, kind: 'subscription', text: 'inactive', daysAgo: 1 },
] as const

/** Open requests of customers of the release, two of them overdue. */
export async function tellOfRequests(db: Database, now: Date): Promise<string> {
  const emails = asked.map(({ by }) => emailOf(nameOf(by)))
  const people = await db.select().from(users).where(inArray(users.email, emails))
  // Requests that were made in the shop meanwhile keep only the same ones of the story away.
  const ids = people.map(({ id }) => id)
  const there = await db.select().from(requests).where(inArray(requests.userId, ids))
  const rows = asked.flatMap(({ by, daysAgo, ...request }) => {
    // None at the moment of another.
    const at = new Date(now.getTime() - daysAgo * day + by * 60_000)
    const person = people.find(({ email }) => email === emailOf(nameOf(by)))
    const isThere = there.some(
      ({ userId, kind, productId }) =>
        userId === person?.id &&
        kind === request.kind &&
        productId === ('productId' in request ? request.productId : null),
    )
    return person && !isThere
      ? [{ ...request, userId: person.id, createdAt: at, queuedAt: at }]
      : []
  })
  if (rows.length === 0) return 'requests: they are there already'
  await db.insert(requests).values(rows)
  // A subscription ends as it is asked for.
  const ends = rows.filter(({ kind }) => kind === 'subscription').map(({ userId }) => userId)
  await db.update(users).set({ subscription: 'inactive' }).where(inArray(users.id, ends))
  return `requests: ${rows.length} open`
}
