import { queueMail } from '#data/emails/mails.ts'
import { countAttempt } from '#data/sign-in/attempts.ts'
import { recordRequest } from '#data/requests/requests.ts'
import type { Viewer } from '#data/people/users.ts'
import { businessEmails } from '#domain/copy/business-emails.ts'

import type { Services } from '#use-cases/services.ts'

const day = 24 * 60

/** Records that a member would like to know more of the club, and tells the business: once a day. */
export async function askAboutClub({ db, settings }: Services, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await countAttempt(tx, `club:${viewer.id}`, day, 1))) return
    await recordRequest(tx, { kind: 'club', userId: viewer.id })
    const { firstName, lastName, email } = viewer
    const props = { firstName, lastName, email, ...businessEmails.club }
    await queueMail(tx, 'wildcard', settings.businessEmail, props)
  })
}
