import { longestPasskeyName, mostPasskeys } from './passkeys.rules.ts'

/** Refusals that only passkeys have; all others are the identity service's. */
const refusals = {
  'not-confirmed': 'Please confirm your email first.',
  'too-many': `You have ${mostPasskeys} passkeys. Remove one to add another.`,
  'not-added': 'The passkey could not be added. Please try again.',
  'not-known': 'This passkey does not belong to an account. Please log in another way.',
  'other-account': 'This passkey belongs to another account. Please choose one of this account.',
  expired: 'That took too long, or was already used. Please try again.',
} as const

export type PasskeyRefusal = keyof typeof refusals

export const isPasskeyRefusal = (code: string): code is PasskeyRefusal =>
  Object.hasOwn(refusals, code)

export const passkeySentence = (code: PasskeyRefusal): string => refusals[code]

export const passkeyCopy = {
  title: 'Passkeys',
  intro:
    'Log in with your fingerprint, face or screen lock in place of a password. They never leave your device.',
  none: 'No passkey yet.',
  name: 'Name',
  nameHint: `For you to tell them apart, at most ${longestPasskeyName} letters.`,
  add: 'Add a passkey',
  adding: 'Waiting for your device…',
  added: (name: string) => `The passkey “${name}” was added.`,
  since: (day: string) => `Added ${day}`,
  lastUsed: (day: string) => `last used ${day}`,
  change: (name: string) => `Change “${name}”`,
  rename: 'Rename',
  renamed: 'The passkey was renamed.',
  remove: 'Remove this passkey',
  removed: (name: string) =>
    `The passkey “${name}” was removed, and all other devices were signed out.`,
  confirmFirst: 'Passkeys can be added once your email is confirmed, below.',
  needsScript: 'Adding a passkey needs JavaScript in your browser.',
  confirm: 'Confirm with a passkey',
  confirming: 'Waiting for your device…',
  notUsed: 'No passkey was used.',
  notPossible: 'This browser cannot make passkeys. Please try another one.',
  cancelled: 'No passkey was made.',
} as const
