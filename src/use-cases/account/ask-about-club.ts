import { countAttempt } from '#data/attempts.ts'
import { queueMails } from '#data/mails.ts'
import type { Viewer } from '#data/people.ts'
import { businessMails } from '#domain/copy/business-mails.ts'

import type { Parts } from '#use-cases/parts.ts'

const day = 24 * 60

/** Tells the business that a member would like to know more of the club; once a day at most. */
export async function askAboutClub({ db, settings }: Parts, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await countAttempt(tx, `club:${viewer.id}`, day, 1))) return
    const { firstName, lastName, email } = viewer
    const props = { firstName, lastName, email, ...businessMails.club }
    await queueMails(tx, [{ kind: 'wildcard', recipient: settings.businessEmail, props }])
  })
}
