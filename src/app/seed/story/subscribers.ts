import { like } from 'drizzle-orm'

import { consentWordings } from '#accounts/consent/consent.copy.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { emailOf, homeOf, nameOf } from './people.ts'

const day = 24 * 60 * 60 * 1_000

/** After those of the release: nobody is on the list twice. */
const firstIndex = 100
const count = 20

/** Twenty people of the mailing list without an account: some with an address, two who left again. */
export async function tellOfSubscribers(db: Database, now: Date): Promise<string> {
  const there = await db
    .select({ id: mailingListClients.id })
    .from(mailingListClients)
    .where(like(mailingListClients.email, '%@list.story.example'))
    .limit(1)
  if (there.length > 0) return 'subscribers: they are there already'
  const rows = Array.from({ length: count }, (_, place) => {
    const index = firstIndex + place
    const name = nameOf(index)
    const at = new Date(now.getTime() - (place * place + 1) * day)
    const { phone, ...address } = homeOf(index)
    return {
      ...name,
      fullName: `${name.firstName} ${name.lastName}`,
      email: emailOf(name).replace('@', '@list.'),
      consentSource: paths.mailingList(),
      consentWording: consentWordings.subscribe,
      consentedAt: at,
      createdAt: at,
      updatedAt: at,
      ...(place % 3 === 0 && { ...address, phone, byPhone: place % 2 === 0 }),
      ...(place % 9 === 8 && { unsubscribedAt: new Date(at.getTime() + 2 * day) }),
    }
  })
  await db.insert(mailingListClients).values(rows)
  return `subscribers: ${rows.length}, two of whom left again`
}
