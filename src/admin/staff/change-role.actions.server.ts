import { removeGoogleOfNewStaff } from '#accounts/google/remove-google.actions.server.ts'
import { deleteInvitation } from '#accounts/users/staff-invitations.store.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { changeRole } from '#accounts/users/users.store.server.ts'
import type { Actor } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'

/**
 * Makes a user one of the staff, or a customer again. False when they are so already. An open invitation to their
 * address ends, so that it does not bring back rights that were ended.
 */
export async function changeRoleOf(
  tx: Transaction,
  by: Actor,
  user: Pick<User, 'id' | 'email' | 'firstName'>,
  role: User['role'],
): Promise<boolean> {
  const isNew = await changeRole(tx, user.id, role)
  if (isNew) await deleteInvitation(tx, user.email)
  if (isNew && role === 'staff') await removeGoogleOfNewStaff(tx, by, user)
  return isNew
}
