import { contactNames } from '#accounts/consent/consent.copy.ts'

/** The words of the users list and its file. */
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
  subscriptionOf: { active: 'Active', inactive: 'Inactive' },
  bought: 'Has bought',
  came: (when: string) => `Registered in ${when} only`,
  none: 'Nobody has an account yet.',
  noneFound: 'No account matches.',
} as const

/** How a user wants to be contacted, as `Email and phone`; empty where they did not say. */
export const contactBy = (user: Parameters<typeof contactNames>[0]): string =>
  contactNames(user)
    .map((name, nth) => (nth === 0 ? name : name.toLowerCase()))
    .join(' and ')
