import { addressLabels, longestAddressLine } from '../address/address.rules.ts'

/** The sentences of the account form (specification, section 5), verbatim. */
export const fieldMessages = {
  mustWrite: 'You must write something',
  atLeast2: 'At least 2 letters please',
  noMoreThan30: 'No more than 30 letters',
  atLeast1: 'At Least 1 letters please', // sic
  notAnEmail: 'This is not a valid email',
  required: 'This input is required',
  noMoreThan80: 'No more than 80 letters',
  phoneTooShort: 'At least 9 number for phones', // sic
  phoneTooLong: 'No more than 15 letters', // sic
  onlyNumbers: 'Only numbers!',
  addressTooShort: 'At least 8 characters in Address',
  zipTooShort: 'At least 5 characters in zipcodes',
  zipTooLong: 'No more than 8 characters in zipcodes',
  notAState: 'Please choose a state from the list',
  notADate: 'Please enter a date as year-month-day',
  wrongYear: 'Please check the year',
  under21: 'You must be 21 or older',
  tooLong: 'No more than 300 letters',
  tooLongForLabel: `No more than ${longestAddressLine} letters: a label has no room for more`,
} as const

/** What forms say besides. */
export const formCopy = {
  chooseState: 'Choose a state',
  addressHint: 'A business address is best: an adult must sign.',
  leaveUnsaved: {
    title: 'Leave without saving?',
    text: 'Your changes are not saved yet.',
    stay: 'Keep editing',
    leave: 'Leave',
  },
} as const

/** The label of each field of an account. */
export const accountFieldNames = {
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email',
  phone: 'Phone',
  birthdate: 'Birthdate',
  contact: 'Contact me by',
  byEmail: 'Email',
  byPhone: 'Phone',
  optionalText: 'Note',
  ...addressLabels,
} as const

/** The label of each field of a record, as the customer's form has it unless two would be the same. */
export const fieldNames = {
  ...accountFieldNames,
  fullname: 'Full name',
  byEmail: 'Contact by email',
  byPhone: 'Contact by phone',
  membership: 'Membership',
  membershipLevel: 'Level',
  membershipText2022: '2022',
  membershipText2023: '2023',
  membershipText2024: '2024',
  membershipText2025: '2025',
  membershipTextA: 'Text A',
  membershipTextB: 'Text B',
  optionalText: 'Optional text',
  country: 'Country',
  billDifThanShip: 'Billing differs from shipping',
  xfirstname: 'Billing first name',
  xlastname: 'Billing last name',
  xaddress: 'Billing address',
  xaddressExtra: 'Billing apartment, suite, company',
  xcity: 'Billing city',
  xstate: 'Billing state',
  xzipCode: 'Billing ZIP code',
} as const

/** What the pages of records say. */
export const recordCopy = {
  back: 'Back to the list',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  unsaved: 'Not saved yet',
  enterCode: 'Enter the code',
  fixFirst: 'Please check the marked fields. Nothing has been saved yet.',
  gone: {
    title: 'This record is gone',
    text: 'It was deleted, or its address is incomplete.',
  },
  goneMeanwhile:
    'This record was deleted while you were editing it. Nothing was saved. You can still copy what you typed below.',
  conflict: {
    title: 'Changed in the meantime',
    by: (who: string) => `${who} saved this record while you were editing it.`,
    byOther: 'This record was changed while you were editing it, but not by staff.',
    what: 'Their changes are included below, and yours are still there. Save again once it is right, or cancel to keep what is saved.',
    field: 'Field',
    was: 'Before',
    theirs: 'Saved now',
    yours: 'Yours',
    takeTheirs: 'Take what is saved',
    keepYours: 'Keep yours',
    inForm: 'in the form below',
    ofField: (what: string, field: string) => `${what}: ${field}`,
  },
  nothing: 'nothing',
  yes: 'Yes',
  no: 'No',
} as const
