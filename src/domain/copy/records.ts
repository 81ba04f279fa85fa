import { accountMessages } from './account.ts'

/** The sentences of the staff's form for a client (specification, section 5), verbatim. */
export const clientMessages = {
  ...accountMessages,
  atLeast4: 'At Least 4 letters please', // sic
  noMoreThan40: 'No more than 40 letters',
  atLeast3: 'At Least 3 letters please', // sic
} as const

/** The sentences of the staff's form for a user: the account's, and ours where it is silent. */
export const staffUserMessages = {
  ...accountMessages,
  under21: 'Buyers must be 21 or older',
  chooseLevel: 'Please choose a level, or turn the membership off',
  noteTooLong: 'No more than 1,000 letters',
} as const
