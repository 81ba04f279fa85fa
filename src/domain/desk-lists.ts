import type { ListQuery, ListShape } from './list-query.ts'

/** The mailing list as staff see it. Section 7 of the specification sorts it by email. */
export const joinedList = {
  sorts: ['firstname', 'lastname', 'email'],
  startSort: 'email',
  filters: { standing: ['subscribed', 'unsubscribed'] },
} as const satisfies ListShape

/** Everybody with an account. The six sorts are the specification's. */
export const usersList = {
  sorts: ['firstname', 'lastname', 'email', 'stripe', 'subscription', 'optional'],
  startSort: 'lastname',
  filters: {
    membership: ['member', '6', '12', 'none'],
    subscription: ['active', 'inactive'],
    bought: ['yes', 'no'],
  },
} as const satisfies ListShape

/** All orders, newest first. */
export const ordersList = {
  sorts: ['newest'],
  startSort: 'newest',
  filters: {
    channel: ['cart', 'card', 'offering', 'offer1'],
    state: ['paid', 'partly-refunded', 'refunded', 'disputed'],
    attention: ['yes'],
  },
} as const satisfies ListShape

export type JoinedListQuery = ListQuery<typeof joinedList>
export type UsersListQuery = ListQuery<typeof usersList>
export type OrdersListQuery = ListQuery<typeof ordersList>
