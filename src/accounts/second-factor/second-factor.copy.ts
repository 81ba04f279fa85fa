import { secondFactor as rules, wrongCodeLimit } from './second-factor.rules.ts'

/** What staff read about their second factor. */
export const secondFactorCopy = {
  codeTitle: 'Enter your code',
  codeIntro:
    'Open the authenticator app on your phone and type the six digits it shows for Kohue. Without your phone, type one of your recovery codes.',
  again: 'Please enter your code once more before you go on.',
  code: 'Code',
  enter: 'Continue',
  logOut: 'Log out',
  lost: 'Lost your phone and your recovery codes? Another owner can remove your second factor on the Staff page.',
  refused: {
    wrong: 'This code is not right. Codes change every 30 seconds; type the one that shows now.',
    recovery: 'This recovery code is not right, or it was used before. Each works once.',
    used: 'This code was used already. Wait for the next one, at most 30 seconds.',
    locked: `Five codes were wrong. Please try again in ${wrongCodeLimit.minutes} minutes.`,
    'app-only': 'New recovery codes need a code of the authenticator app, not a recovery code.',
    none: 'Nothing waits for a code here. Please log in again.',
    required: 'A second factor is required for all staff, so it cannot be turned off here.',
  },
  clockOff: (seconds: number) =>
    `The clock of your phone, or ours, is about ${seconds} seconds off. Set your phone to automatic time, then type the code it shows.`,
  title: 'Second factor',
  own: 'Your second factor: a code besides the password',
  toOwnWork: 'What the shop keeps of your work here',
  toSecurity: 'Security',
  off: 'Besides your password, logging in can ask for a code from an authenticator app. That keeps others out even if they know your password. Any app that scans a QR code works, even without an internet connection.',
  needed: 'A second factor is required for all staff. Set yours up to go on to the admin.',
  begin: 'Set it up',
  password: 'Your password',
  scan: 'Scan this with your authenticator app, then type the code it shows.',
  picture: 'QR code for the authenticator app',
  secret: 'Cannot scan it? Type this key into the app instead:',
  confirm: 'Turn it on',
  on: 'Your second factor is on',
  asks: 'Logging in asks for a code.',
  left: (count: number) =>
    count === 0
      ? 'You have no recovery codes left.'
      : count === 1
        ? 'You have 1 recovery code left.'
        : `You have ${count} recovery codes left.`,
  codesTitle: 'Your recovery codes',
  codesIntro: `Each of these ${rules.recoveryCodes} codes logs you in once when you do not have your phone. Print them or write them down now: they are not shown again.`,
  written: 'I have written them down',
  renew: 'New recovery codes',
  renewHint: 'New ones replace them.',
  drop: 'Turn it off',
  dropped: 'Your second factor is off. The password alone logs you in.',
} as const

/** Why a code was refused, in a sentence. */
export const codeRefusal = (
  refusal:
    | { reason: keyof typeof secondFactorCopy.refused }
    | { reason: 'clock-off'; seconds: number },
): string =>
  refusal.reason === 'clock-off'
    ? secondFactorCopy.clockOff(refusal.seconds)
    : secondFactorCopy.refused[refusal.reason]
