import { createHash } from 'node:crypto'

import { queueMailOnce } from '#mail/mails.store.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { reminderDue } from './licence.rules.ts'
import { licencesEndingSoon } from './licences.store.server.ts'

/**
 * Emails the business 45, 14 and 3 days before a license ends that would then suspend its state: once for each, and
 * again if its last day changes. A reminder that was missed is left out once the next one is due. A background job.
 */
export async function remindOfLicences({ db, clock, settings }: Services): Promise<void> {
  const { businessEmail: recipient, publicUrl } = settings
  for (const licence of await licencesEndingSoon(db, clock())) {
    const { id, daysLeft, holder, state, kind, number, until } = licence
    const email = {
      kind: 'licence-expiring' as const,
      recipient,
      props: {
        ...{ state, holder, kind, number, until, daysLeft },
        link: `${publicUrl}${paths.licence(id)}`,
      },
    }
    const about = `${id} ${until} ${reminderDue(daysLeft)}`
    await db.transaction((tx) => queueMailOnce(tx, idOf(about), email))
  }
}

/** The id of the email about it, which is the same each time. */
const idOf = (about: string): string =>
  createHash('sha256')
    .update(about)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
