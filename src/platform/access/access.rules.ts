import type { Duty } from './duties.rules.ts'
import { duties } from './duties.rules.ts'

export type Role = 'visitor' | 'member' | 'staff'

/** What every customer may do, staff among them. */
const customerActions = {
  'shop-as-member': ['member', 'staff'],
  'edit-own-account': ['member', 'staff'],
} as const satisfies Record<string, readonly Role[]>

/**
 * What staff may do, each with the duties that allow it: an action of the kit `needs` one of these names.
 * Guards, actions and screens all read this table.
 */
export const staffActions = {
  'see-admin': duties,
  /** The data that the shop keeps about one's own work. */
  'see-own-work': duties,
  'see-today': duties,
  'see-overview': ['owner', 'releases', 'accounting'],
  'edit-subscribers': ['owner', 'support'],
  'edit-users': ['owner', 'support'],
  'send-mail-again': ['owner', 'emails'],
  'write-emails': ['owner', 'emails'],
  'handle-orders': ['owner', 'support'],
  'set-stock': ['owner', 'releases'],
  'manage-releases': ['owner', 'releases'],
  'answer-requests': ['owner', 'support'],
  'ship-orders': ['owner', 'shipping'],
  'manage-compliance': ['owner', 'compliance'],
  reconcile: ['owner', 'accounting'],
  'close-months': ['owner', 'accounting'],
  'reopen-months': ['owner'],
  'read-log': ['owner'],
  'manage-people': ['owner'],
} as const satisfies Record<string, readonly Duty[]>

export type StaffAction = keyof typeof staffActions
type Action = keyof typeof customerActions | StaffAction

/**
 * A user's role, and the duties of staff: without any duty, or in a login session that the link of a
 * purchase opened, staff may do nothing in the admin.
 */
export type Access = { role: Role; duties?: readonly Duty[]; isLimited?: boolean | undefined }

export function may({ role, duties: own = [], isLimited }: Access, action: Action): boolean {
  if (Object.hasOwn(customerActions, action)) {
    return (customerActions[action as keyof typeof customerActions] as readonly Role[]).includes(
      role,
    )
  }
  const allowed: readonly Duty[] = staffActions[action as StaffAction]
  return role === 'staff' && !isLimited && own.some((duty) => allowed.includes(duty))
}
