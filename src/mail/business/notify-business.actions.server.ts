import type { Queryable } from '#platform/database/connection.server.ts'
import { queueMail } from '../mails.store.server.ts'

import type { ShopSettings } from '#platform/services/services.ts'

/**
 * Queues an email to the business about a person (`wildcard` of section 7). Its words are Spanish.
 */
export const notifyBusiness = (
  db: Queryable,
  { businessEmail }: Pick<ShopSettings, 'businessEmail'>,
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
  { subject, text }: { subject: string; text: string },
): Promise<void> =>
  queueMail(db, 'wildcard', businessEmail, { firstName, lastName, email, subject, text })
