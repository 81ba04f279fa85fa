import { confirmationHours } from '#accounts/consent/consent.rules.ts'
import { inWords } from '#platform/text/number-words.copy.ts'

/** Sentences of leaving the mailing list and of coming back. */
export const unsubscribeCopy = {
  title: 'Leave the mailing list',
  ask: (email: string | null) =>
    `${email ?? 'Your present address'} is on our mailing list. Would you like us to stop writing?`,
  still: 'You will still receive emails about your orders and your account.',
  leave: 'Unsubscribe',
  doneTitle: 'You are off the list',
  done: (email: string | null) =>
    `We will no longer write to ${email ?? 'your present address'} about our releases.`,
  join: 'Join again',
  goneTitle: 'You are not on our list',
  gone: 'We no longer have the record this link was for, so it brings you no emails. If you have joined again since, use the link in a newer email.',
  unknownTitle: 'This link does not work',
  unknown: 'It may have been cut off. Write to us, and we will take you off the list:',
} as const

export const rejoinCopy = {
  title: 'Back on the list',
  ask: (email: string) => `Would you like to hear from us at ${email} again?`,
  confirm: 'Yes, put me back on the list',
  wines: 'Our wines',
  doneTitle: 'You are on the list again',
  done: 'Welcome back. You will hear about the next release first.',
  unknownTitle: 'This link no longer works',
  unknown: `Each link works once, within ${inWords(confirmationHours / 24)} days. Join again, and we will send you a new one.`,
  join: 'Join again',
} as const
