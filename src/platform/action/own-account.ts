import type { Staff } from '../services/services.ts'
import { refuse } from './refusal.ts'

export const ownAccount = 'This is for your own account. A colleague has to do this.'

/** Whether staff would give this account something while it is their own. An owner may do so. */
export const isOwnAccount = (
  { id, duties = [] }: Pick<Staff, 'id' | 'duties'>,
  userId: string | null,
) => id === userId && !duties.includes('owner')

/** Refuses staff who give wine or a membership to themselves. */
export function demandNotOneself(
  viewer: Pick<Staff, 'id' | 'duties'>,
  userId: string | null,
): void {
  if (isOwnAccount(viewer, userId)) throw refuse(ownAccount)
}
