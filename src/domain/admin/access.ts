export type Role = 'visitor' | 'member' | 'staff'

/** Who may do what. The guards, the use-cases and the screens all read this table. */
export const actions = {
  'shop-as-member': ['member', 'staff'],
  'edit-own-account': ['member', 'staff'],
  'see-admin': ['staff'],
  'edit-subscribers': ['staff'],
  'edit-users': ['staff'],
  'send-mail-again': ['staff'],
  'handle-orders': ['staff'],
  'set-stock': ['staff'],
  'manage-releases': ['staff'],
  'answer-requests': ['staff'],
  'ship-orders': ['staff'],
  reconcile: ['staff'],
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof actions

export const may = (role: Role, action: Action): boolean =>
  (actions[action] as readonly Role[]).includes(role)
