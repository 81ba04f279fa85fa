import { queueMails } from '#data/mails.ts'
import { insertUserWithPassword } from '#data/people.ts'
import { longestName, tidyName } from '#domain/person-name.ts'

import type { Entered, NameField } from './entered.ts'
import { checkedEmail, refused } from './entered.ts'
import { admit, provedHuman, sourceKey } from './identity-gate.ts'
import { whyNotPassword } from './new-password.ts'
import type { Parts } from '#use-cases/parts.ts'

export type Registration = {
  firstName: string
  lastName: string
  email: string
  password: string
  captcha?: string
}

const nameFields = ['firstName', 'lastName'] as const satisfies NameField[]

/**
 * Registers a member and signs them in. A name that the account could not be saved with is refused,
 * never cut; there is no other rule for names here. Identity, record and welcome letter are written
 * together: there are no half-made accounts, and a repeat after a crash is as good as the first try.
 */
export async function register(
  parts: Parts,
  { firstName, lastName, email, password, captcha }: Registration,
  headers: Headers,
): Promise<Entered> {
  const { db, identity, settings, log } = parts
  const names = { firstName: tidyName(firstName), lastName: tidyName(lastName) }
  const longNames = nameFields.filter((field) => names[field].length > longestName)
  if (longNames.length > 0) return { ...refused('name-too-long'), longNames }
  const address = checkedEmail(email)
  if (!address.ok) return address
  const weak = whyNotPassword(password, settings.identity.passwordPolicy)
  if (weak) return weak
  if (!(await provedHuman(parts, captcha, headers))) return refused('captcha-check-failed')
  if (!(await admit(parts, [['register-source', sourceKey('register-source', headers)]]))) {
    log.warn({ limit: 'register-source' }, 'registration refused')
    return refused('too-many-requests')
  }

  const passwordHash = await identity.hashPassword(password)
  const person = { ...names, email: address.email }
  const userId = await db.transaction(async (tx) => {
    const id = await insertUserWithPassword(tx, { ...person, passwordHash })
    if (id) {
      const props = { firstName: person.firstName, email: person.email }
      await queueMails(tx, [{ kind: 'register', recipient: person.email, props }])
    }
    return id
  })
  if (!userId) return refused('email-already-in-use')
  log.info({ user: userId }, 'registered and signed in')
  return { ok: true, userId, cookies: await identity.openSession(userId, headers) }
}
