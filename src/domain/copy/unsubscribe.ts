/** What people read on their way off the mailing list. */
export const unsubscribeCopy = {
  title: 'Leave the mailing list',
  ask: (email: string) => `${email} is on our mailing list. Shall we stop writing?`,
  still: 'Letters about your orders and your account will go on.',
  leave: 'Unsubscribe',
  doneTitle: 'You are off the list',
  done: (email: string) => `We will send no more letters of the list to ${email}.`,
  join: 'Join again',
  unknownTitle: 'This link does not work',
  unknown: 'It may have been cut off on its way. Write to us and we will take you off the list:',
} as const
