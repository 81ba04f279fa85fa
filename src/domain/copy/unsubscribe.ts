/** Sentences of leaving the mailing list and of coming back. */
export const unsubscribeCopy = {
  title: 'Leave the mailing list',
  ask: (email: string) => `${email} is on our mailing list. Shall we stop writing?`,
  still: 'You will still receive emails about your orders and your account.',
  leave: 'Unsubscribe',
  doneTitle: 'You are off the list',
  done: (email: string) => `We will no longer write to ${email} about our releases.`,
  join: 'Join again',
  goneTitle: 'You get no emails of our list',
  gone: 'The address that this link was for is not on our mailing list any more.',
  unknownTitle: 'This link does not work',
  unknown: 'It may have been cut short on its way. Write to us, and we will take you off the list:',
} as const

export const rejoinCopy = {
  title: 'Back on the list',
  ask: (email: string) => `Shall we write to ${email} again?`,
  confirm: 'Yes, put me back on the list',
  wines: 'Our wines',
  doneTitle: 'You are on the list again',
  done: 'Welcome back. The next release comes to your inbox first.',
  unknownTitle: 'This link no longer works',
  unknown: 'Each link works once, within three days. Join again, and we will send you a new one.',
  join: 'Join again',
} as const
