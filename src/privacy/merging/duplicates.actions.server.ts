import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { dismissPair, findAllDuplicates } from './duplicate-pairs.store.server.ts'
import { staffUserById } from '#accounts/users/staff-users.store.server.ts'
import { may } from '#platform/access/access.rules.ts'

import { userSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

/** Dismisses a pair of accounts from the list of duplicates: they are two people. Only for staff. */
export async function dismissDuplicate(
  { db }: Services,
  viewer: Staff,
  one: string,
  other: string,
): Promise<Outcome<'not-staff' | 'gone'>> {
  if (!may(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const person = await staffUserById(tx, one)
    if (!person) return { ok: false, reason: 'gone' } as const
    if (!(await dismissPair(tx, one, other))) return { ok: true } as const
    await writeAuditEntry(tx, viewer, 'duplicate-dismissed', userSubject(one, person), {
      after: { account: other },
    })
    return { ok: true } as const
  })
}

/** Finds duplicates that the trigger missed. A background job. */
export async function findDuplicates({ db, log }: Services): Promise<void> {
  const found = await findAllDuplicates(db)
  if (found > 0) log.info({ found }, 'duplicates found')
}
