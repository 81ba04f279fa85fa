import { privacyParts } from '../parts.rules.ts'
import type { MergePart, MovedCounts } from './merge.rules.ts'
import { mergeUndoDays } from './merge.rules.ts'

/** The list of probable duplicates, the merge of two accounts, and its undo. */
export const duplicatesCopy = {
  title: privacyParts.duplicates.title,
  intro:
    'Accounts that probably belong to one person: the same birthdate, last name and ZIP, or the same phone. Nothing is merged automatically.',
  one: 'pair',
  many: 'pairs',
  search: 'Search by name, email or phone',
  first: 'Account',
  second: 'And',
  email: 'Email',
  reason: 'Why',
  reasons: { birthdate: 'Birthdate, name and ZIP', phone: 'Phone' },
  both: 'Birthdate, name, ZIP and phone',
  found: 'Found',
  compare: 'Compare',
  compareNamed: (one: string, other: string) => `Compare ${one} and ${other}`,
  none: 'No two accounts seem to belong to one person.',
  noneFound: 'No pair matches.',
} as const

/** Why two accounts look like one person's. */
export const reasonOf = ({ byBirthdate, byPhone }: { byBirthdate: boolean; byPhone: boolean }) =>
  byBirthdate && byPhone
    ? duplicatesCopy.both
    : byBirthdate
      ? duplicatesCopy.reasons.birthdate
      : duplicatesCopy.reasons.phone

export const mergeCopy = {
  title: 'Merge two accounts',
  link: 'Merge with another account',
  ask: 'The other account’s email',
  askText:
    'Which account belongs to the same person? Its orders, requests and allocations move to this one.',
  find: 'Compare',
  unknown: 'No account has this email.',
  stays: 'This account stays',
  goes: 'This account is merged into it',
  swap: 'Keep the other account instead',
  parts: {
    name: 'Name',
    phone: 'Phone',
    birthdate: 'Birthdate',
    address: 'Address',
    billing: 'Billing address',
    club: 'Club membership and its notes',
    note: 'Optional text',
  } satisfies Record<MergePart, string>,
  nothing: 'nothing',
  confirmed: 'Address confirmed',
  member: 'Member of the club, with its notes',
  noMember: 'Not a member of the club',
  orders: 'Orders',
  requests: 'Requests',
  allocations: 'Allocations',
  moves: (goes: string, stays: string) =>
    `All orders, requests and allocations of ${goes} move to ${stays}. From then on, ${goes} signs in to this account by emailed link only. Both addresses are told. If one left the mailing list after the other joined, both are off it.`,
  sure: 'Make sure this is one person: anyone who reads the second mailbox will see this account’s orders and address.',
  undo: `It can be undone for ${mergeUndoDays} days, under “All we keep about them”.`,
  sum: 'Add both allocations together',
  merge: 'Merge',
  distinct: 'These are two people',
  self: 'An account cannot be merged with itself.',
  ofStaff: 'Accounts of staff are not merged.',
  unconfirmed:
    'Both email addresses must be confirmed first. Otherwise someone else’s mailbox could open this account.',
  differ: {
    name: 'Their names differ.',
    birthdate: 'Their birthdates differ.',
    both: 'Their names and birthdates differ.',
  },
  mergedTitle: 'Merged accounts',
  second: 'Second addresses',
  entry: (day: string, by: string) => `Merged on ${day} by ${by}`,
  moved: ({ orders, requests, allocations }: MovedCounts) =>
    [
      [orders, 'order'],
      [requests, 'request'],
      [allocations, 'allocation'],
    ]
      .map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`)
      .join(', '),
  undone: 'undone',
  until: 'It can be undone until',
  undoButton: 'Undo the merge',
} as const
