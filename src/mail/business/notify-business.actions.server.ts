import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import type { ShopSettings } from '#platform/services/services.ts'

import { countAttempt } from '../attempts.store.server.ts'
import { queueMail } from '../mails.store.server.ts'

type Person = { firstName: string; lastName: string; email: string }

/** Emails to the business a day that one person may cause by pressing buttons. */
const perDay = 10

/**
 * The same about what a customer pressed: no more than ten a day. What they asked for is in the admin all
 * the same.
 */
export async function notifyBusinessOfPress(
  tx: Transaction,
  settings: Pick<ShopSettings, 'businessEmail'>,
  person: Person & { id: string },
  mail: { subject: string; text: string },
): Promise<void> {
  if (!(await countAttempt(tx, `business:${person.id}`, 24 * 60, perDay))) return
  await notifyBusiness(tx, settings, person, mail)
}

/**
 * Queues an email to the business about a person (`wildcard` of section 7). Its words are Spanish.
 */
export const notifyBusiness = (
  db: Queryable,
  { businessEmail }: Pick<ShopSettings, 'businessEmail'>,
  { firstName, lastName, email }: Person,
  { subject, text }: { subject: string; text: string },
): Promise<void> =>
  queueMail(db, 'wildcard', businessEmail, { firstName, lastName, email, subject, text })
