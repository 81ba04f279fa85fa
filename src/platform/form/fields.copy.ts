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
  under21: 'You must be 21 or older',
  tooLong: 'No more than 300 letters',
} as const

/** What forms say besides. */
export const formCopy = {
  chooseState: 'Choose a state',
  leaveUnsaved: {
    title: 'Leave without saving?',
    text: 'What you changed here is not saved yet.',
    stay: 'Keep editing',
    leave: 'Leave',
  },
} as const
