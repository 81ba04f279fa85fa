import { isSwitchedOn } from '#data/admin/switches.ts'
import { queueMail } from '#data/emails/mails.ts'
import type { Viewer } from '#data/people/users.ts'
import { insertRequest, textOfOpenRequest } from '#data/requests/requests.ts'
import { businessEmails } from '#domain/copy/business-emails.ts'
import { maxRequestText } from '#domain/requests/request.ts'

import type { Outcome, Services } from '#use-cases/services.ts'

type AskedOther = Outcome<'not-found' | 'no-text' | 'too-long' | 'one-open'>

/**
 * Records what a customer asks for in their own words (300 characters), as a wish about a pickup, and
 * tells the business. One at a time, and only while requests are answered here; the same words sent
 * twice are one request and one email.
 */
export async function askOther(
  { db, settings }: Services,
  viewer: Viewer,
  typed: string,
): Promise<AskedOther> {
  if (!(await isSwitchedOn(db, 'answer-requests'))) return { ok: false, reason: 'not-found' }
  const text = typed.trim()
  if (!text) return { ok: false, reason: 'no-text' }
  if (text.length > maxRequestText) return { ok: false, reason: 'too-long' }
  return db.transaction(async (tx): Promise<AskedOther> => {
    if (!(await insertRequest(tx, { kind: 'other', userId: viewer.id, text }))) {
      const isSame = (await textOfOpenRequest(tx, viewer.id, 'other')) === text
      return isSame ? { ok: true } : { ok: false, reason: 'one-open' }
    }
    const { firstName, lastName, email } = viewer
    const props = { firstName, lastName, email, ...businessEmails.other, text }
    await queueMail(tx, 'wildcard', settings.businessEmail, props)
    return { ok: true }
  })
}
