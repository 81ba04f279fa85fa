import { countAttempts } from '#mail/attempts.store.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import type { Services } from '#platform/services/services.ts'
import { longestName } from '#platform/text/person-name.rules.ts'
import { typedLine } from '#platform/text/typed-text.rules.ts'

import type { Entered, NameField } from '../links/entered.actions.server.ts'
import { checkedEmail, refused, whyNotPassword } from '../links/entered.actions.server.ts'
import { insertUserWithPassword } from '../users/users.store.server.ts'
import {
  accountAttempt,
  clientAddressOf,
  passedCaptcha,
  requestAttempts,
  withinLimits,
} from './rate-limits.actions.server.ts'

export type Registration = {
  firstName: string
  lastName: string
  email: string
  password: string
  captcha?: string
}

const nameFields = ['firstName', 'lastName'] as const satisfies NameField[]

/**
 * Registers a customer and signs them in. A name too long for the account form is refused, never
 * cut. Identity, profile and welcome email are written in one transaction, so a retry after a crash
 * finds either all or nothing. Throws Overloaded when too many passwords are being hashed.
 */
export async function register(
  services: Services,
  { firstName, lastName, email, password, captcha }: Registration,
  headers: Headers,
): Promise<Entered> {
  const { db, identity, settings, log } = services
  const names = { firstName: typedLine(firstName), lastName: typedLine(lastName) }
  const longNames = nameFields.filter((field) => names[field].length > longestName)
  if (longNames.length > 0) return { ...refused('name-too-long'), longNames }
  const address = checkedEmail(email)
  if (!address.ok) return address
  const weak = whyNotPassword(password, settings.identity.passwordPolicy)
  if (weak) return weak
  if (!(await passedCaptcha(services, 'registration', captcha, clientAddressOf(headers))))
    return refused('captcha-check-failed')
  if (!(await withinLimits(services, requestAttempts('register-source', headers)))) {
    log.warn({ limit: 'register-source' }, 'registration refused: rate limit')
    return refused('too-many-requests')
  }

  const passwordHash = await identity.hashPassword(password, headers)
  const person = { ...names, email: address.email }
  const userId = await db.transaction(async (tx) => {
    const id = await insertUserWithPassword(tx, { ...person, passwordHash })
    // Deleting an account and registering the address again must not send a welcome each time.
    if (id && (await countAttempts(tx, [accountAttempt('welcome-emails', person.email)]))) {
      const props = { firstName: person.firstName, email: person.email }
      await queueMail(tx, 'register', person.email, props)
    }
    return id
  })
  if (!userId) return refused('email-already-in-use')
  log.info({ user: userId }, 'registered and signed in')
  const cookies = await identity.openSession(userId, headers)
  return { ok: true, userId, role: 'member', cookies }
}
