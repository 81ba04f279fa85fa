import { countBelongings } from './merges.store.server.ts'
import { userByAnyAddress } from '#accounts/consent/second-addresses.store.server.ts'
import { staffUserById } from '#accounts/users/staff-users.store.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { may } from '#platform/access/access.rules.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'
import type { MovedCounts } from './merge.rules.ts'
import type { StaffUser } from '#accounts/users/staff-user.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

export type MergeSide = { user: StaffUser; has: MovedCounts }

type ViewedMerge = Outcome<
  'not-staff' | 'gone',
  { into: MergeSide; from: MergeSide | null; isSelf: boolean }
>

/**
 * Two accounts side by side; `other` is the id or an email of the second, whose side is null when
 * there is no such account, or it is the same one (`isSelf`). Only for staff.
 */
export async function viewMerge(
  services: Services,
  viewer: Staff,
  id: string,
  other: string,
): Promise<ViewedMerge> {
  if (!may(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  const { db } = services
  const into = await sideOf(services, id)
  if (!into) return { ok: false, reason: 'gone' }
  const named = normalisedEmail(other)
  const otherId = isUuid(named) ? named : (await userByAnyAddress(db, named))?.id
  const isSelf = otherId === into.user.id
  return {
    ok: true,
    into,
    from: otherId && !isSelf ? await sideOf(services, otherId) : null,
    isSelf,
  }
}

async function sideOf({ db }: Services, id: string): Promise<MergeSide | null> {
  const user = await staffUserById(db, id)
  return user && { user, has: await countBelongings(db, id) }
}
