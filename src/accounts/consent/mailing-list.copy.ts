/** Sentences of the mailing list: the form, its confirmation and what can go wrong. */
export const mailingListCopy = {
  title: 'The mailing list',
  intro: 'Two releases a year, in spring and in fall, offered first to those on the list.',
  fullName: 'Full name',
  email: 'Email',
  subscribe: 'Subscribe',
  /** Kept with each subscriber as what was agreed to: a changed wording is a new agreement. */
  consent:
    'By subscribing you agree to receive our emails about the wines and their releases. Each one has a link to leave the list.',
  fillAll: 'Please fill all fields',
  joinedTitle: 'You are on the list',
  joined: 'Thank you for your interest in our project! You have been added to our mailing list.',
  next: 'Our wines',
  /** Above a field that people cannot see; read only where styles do not load. */
  leaveEmpty: 'Leave this field empty',
  pressAgain: 'A field that should stay empty was filled in. Please press Subscribe again.',
  tooMany: 'Too many sign-ups from your connection. Please try again in an hour, or write to us.',
  errors: {
    shortName: 'At Least 4 letters please', // sic
    longName: 'No more than 120 letters',
    longEmail: 'No more than 80 letters',
    invalidEmail: 'This is not a valid email',
    emptyName: 'You must write something',
    emptyEmail: 'This input is required',
  },
} as const
