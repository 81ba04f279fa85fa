/** The words of the joined list and the users list. */
export const joinedListCopy = {
  title: 'Joined',
  one: 'subscriber',
  many: 'subscribers',
  search: 'Search by name or email',
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  email: 'Email',
  joined: 'Joined',
  left: 'Left',
  edit: 'View/Edit',
  editNamed: (name: string) => `View/Edit ${name}`,
  delete: 'DELETE',
  deleteNamed: (name: string) => `DELETE ${name}`,
  standing: 'On the list',
  subscribed: 'Subscribed',
  unsubscribed: (day: string) => `Left ${day}`,
  noConsent: 'Without consent',
  deletion: {
    title: (name: string) => `Delete ${name}?`,
    text: (email: string) =>
      `${email} leaves the mailing list, and the record is erased. This can’t be undone.`,
    confirm: 'Delete',
    keep: 'Keep',
    gone: 'This subscriber was already deleted.',
    done: 'The subscriber is deleted.',
  },
  came: (when: string) => `Joined in ${when} only`,
  none: 'Nobody has joined the list yet.',
  noneFound: 'Nobody on the list matches.',
} as const

export const usersListCopy = {
  title: 'Users',
  one: 'user',
  many: 'users',
  search: 'Search by name, email, phone or Stripe ID',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  membership: 'Membership',
  stripe: 'Stripe ID',
  subscription: 'Subscription',
  optional: 'Optional text',
  contact: 'Contact by',
  edit: 'View/Edit',
  editNamed: (name: string) => `View/Edit ${name}`,
  noCustomer: 'none',
  contactBy: { both: 'Email and phone', email: 'Email', phone: 'Phone', neither: '' },
  subscriptionOf: { active: 'Active', inactive: 'Inactive' },
  bought: 'Has bought',
  came: (when: string) => `Registered in ${when} only`,
  none: 'Nobody has an account yet.',
  noneFound: 'No account matches.',
} as const

/** How a user wants to be contacted; empty where they did not say. */
export const contactBy = ({ byEmail, byPhone }: { byEmail: boolean; byPhone: boolean }): string =>
  usersListCopy.contactBy[
    byEmail && byPhone ? 'both' : byEmail ? 'email' : byPhone ? 'phone' : 'neither'
  ]
