import { fieldMessages } from '#platform/form/fields.copy.ts'

import { lostMailboxHours } from '../email-change/email-change.rules.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import { identityLimits } from './identity-limits.rules.ts'
import type { PasswordProblem, PasswordPolicy, PasswordStrength } from './password-policy.rules.ts'

/** What a sentence may name. */
export type SentenceFacts = { email: string; minLength: number; isSignedIn: boolean }

/** Every code and what people read for it; section 8's own are verbatim. */
const sentences = {
  'missing-email': () => 'Fill email input', // sic
  'invalid-email': () => 'Invalid email',
  'missing-password': () => 'Please enter your password',
  'name-too-long': () => fieldMessages.noMoreThan30,
  'invalid-credential': () => 'Email or Password error', // sic
  'wrong-password': () => 'That is not your current password.',
  'user-not-found': () => 'This account no longer exists.',
  'email-already-in-use': ({ email, isSignedIn }) =>
    isSignedIn
      ? `You are already registered with ${email}`
      : `An account with ${email} already exist. Please Log In`, // sic
  'weak-password': ({ minLength }) => `Password must be at least ${minLength} characters long`,
  'password-does-not-meet-requirements': () =>
    'That password does not meet the rules shown beside the field.',
  'too-many-requests': () =>
    'Too many attempts. Please wait fifteen minutes, or use Forgot Password?',
  'too-many-emails': () =>
    'We have sent you several emails already. Please look in your inbox, or try again in an hour.',
  'too-many-links': () =>
    `Too many links were tried from your network. Please try again in ${identityLimits['link-source'].minutes} minutes.`,
  'network-request-failed': () =>
    'The shop could not be reached. Please check your connection and try again.',
  'popup-closed-by-user': () => 'The Google window was closed before you were signed in.',
  'user-cancelled': () => 'Signing in with Google was canceled.',
  'invalid-auth-event': () => 'Signing in with Google was not finished in time. Please try again.',
  'account-exists-with-different-credential': () =>
    'This is the second address of an account, which Google cannot log in to. Forgot Password? sends a link to it that can.',
  'unverified-email': () =>
    'Google has not verified this email address. Please verify it with Google first, or create an account with a password.',
  'requires-recent-login': () => 'Log out, log in again, and then try once more.',
  'user-token-expired': () => 'You are no longer signed in. Please log in again.',
  'invalid-action-code': () =>
    'This link is not valid or has already been used. Please ask for a new one.',
  'different-account': () =>
    'This link belongs to another account. Please log in with that account, then open the link again.',
  'expired-action-code': () => 'This link has expired. Please ask for a new one.',
  'captcha-check-failed': () => 'Please confirm that you are human and try again.',
  'unauthorized-domain': () => 'Signing in is not possible from this address.',
  'last-owner': () => 'You are the only owner of the admin. Make someone else an owner first.',
  'staff-recovery': () =>
    'Staff need the code of their second factor to choose a new password here. If you have no second factor, ask an owner for a link.',
  'wrong-code': () => 'This code did not work. Please wait for the next one and try again.',
  'google-not-connected': () =>
    'This Google account is not connected to your account yet. Please log in another way, then connect it under Security.',
  'google-of-another': () =>
    'This Google account was not connected: it needs the address of your account, and may log in to no other account.',
  'only-google': () => 'Please set a password first, so that you can still log in.',
  'operation-not-allowed': () => 'This way of signing in is not available.',
  'quota-exceeded': () =>
    'Many people are logging in right now. Please try again in a few seconds.',
  'internal-error': () => 'Something went wrong on our side. Please try again in a moment.',
} as const satisfies Record<IdentityCode, (facts: SentenceFacts) => string>

const noFacts: SentenceFacts = { email: '', minLength: 6, isSignedIn: false }

export const identitySentence = (code: IdentityCode, facts: Partial<SentenceFacts> = {}): string =>
  sentences[code]({ ...noFacts, ...facts })

export const recoverySent = (email: string) =>
  `A recovery message was sent to ${email}. Please check your inbox.`

const problemSentences = {
  'too-short': ({ minLength }) => `Password must be at least ${minLength} characters long`,
  'too-long': ({ maxLength }) => `Password must be at most ${maxLength} characters long`,
  'no-lowercase': () => 'Password must contain a lowercase letter',
  'no-uppercase': () => 'Password must contain an uppercase letter',
  'no-number': () => 'Password must contain a number',
  'no-symbol': () => 'Password must contain a character that is neither a letter nor a number',
  common: () => 'That is one of the most common passwords. Please choose another.',
} as const satisfies Record<PasswordProblem, (policy: PasswordPolicy) => string>

export const passwordProblemSentence = (problem: PasswordProblem, policy: PasswordPolicy): string =>
  problemSentences[problem](policy)

/** The rules of a policy, one short line each, the length first. */
export function policyLines(policy: PasswordPolicy): string[] {
  const rules: [boolean, string][] = [
    [true, `At least ${policy.minLength} characters`],
    [policy.maxLength < 256, `at most ${policy.maxLength}`],
    [policy.lowercase, 'a lowercase letter'],
    [policy.uppercase, 'an uppercase letter'],
    [policy.numeric, 'a number'],
    [policy.nonAlphanumeric, 'a symbol'],
    [policy.refuseCommon, 'not one of the most common passwords'],
  ]
  return rules.filter(([applies]) => applies).map(([, line]) => line)
}

export const strengthWords = {
  'too-short': 'Too short',
  weak: 'Weak: easy to guess',
  fair: 'Fair: longer is better',
  strong: 'Strong',
} as const satisfies Record<PasswordStrength, string>

export const authCopy = {
  loginTitle: 'Log in',
  afterPayment: 'If you have just paid, your payment is safe: it is shown once you have logged in.',
  registerTitle: 'Create your account',
  recoveryTitle: 'Choose a new password',
  securityTitle: 'Security',
  toSecurity: 'Go to Security',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  currentPassword: 'Current password',
  logIn: 'Log In',
  loggingIn: 'Logging in…',
  forgotPassword: 'Forgot Password?',
  mailLink: 'Email me a link',
  newLink: 'Email me a new link',
  joinList: 'Join the mailing list',
  toRegister: 'Create an account',
  signIn: 'Sign In',
  signingIn: 'Signing in…',
  google: 'Sign in with Google',
  captchaNeedsScript: 'Please turn on JavaScript so that we can check that you are human.',
  toLogin: 'Log in',
  known: 'Already have an account?',
  toAccount: 'Go to your account',
  savePassword: 'Save password',
  confirmTitle: 'Confirm your email',
  confirm: 'Confirm',
  confirmLogInFirst: 'Please log in to the account that this link was sent for.',
  confirmOwn: (email: string) => `Please confirm that ${email} is yours.`,
  confirmChange: (email: string) =>
    `Please confirm that ${email} is yours. Your account will use it from then on.`,
  approveTitle: 'Approve your new email',
  approve: 'Approve',
  approveChange: (email: string) =>
    `Your account will use ${email} once that address is confirmed.`,
  devices: 'Devices signed in',
  signedInByEmail: (device: string, day: string) => `Signed in by an email link, ${device}, ${day}`,
  thisDevice: 'This device',
  moreDevices: (count: number) => `${count} more`,
  signOut: 'Sign out',
  signOutOthers: 'Sign out all others',
  signOutEverywhere: 'Sign out everywhere',
  noPassword: 'You sign in without a password. You can set one as well.',
  newEmail: 'New email',
  changeEmail: 'Change email',
  changeHint: 'We ask your current address to approve the change and the new one to confirm it.',
  changesTo: 'will become',
  stepApprove: (email: string) => `Not approved yet: open the email we sent to ${email}.`,
  stepApproved: (email: string) => `Approved at ${email}.`,
  stepWaits: (time: string) =>
    `Waiting until ${time}, because the current mailbox is lost. We send a reminder to both addresses every day.`,
  stepConfirm: (email: string) => `Not confirmed yet: open the email we sent to ${email}.`,
  stepConfirmed: (email: string) => `Confirmed at ${email}.`,
  changeExpires: (time: string) => `This change expires on ${time}.`,
  cancelChange: 'Cancel the change',
  lostMailbox: (email: string) => `I can no longer read ${email}`,
  lostMailboxHow: `The change then needs no approval, but takes effect in ${lostMailboxHours.waiting} hours at the earliest. We notify both addresses at once and every day; a new password stops it.`,
  startWaiting: `Start the ${lostMailboxHours.waiting} hours`,
  lostMailboxStarted: `The ${lostMailboxHours.waiting} hours have started. Please also confirm the new address.`,
  emailChangeCancelled: 'The change is canceled. Your email stays as it is.',
  addressConfirmed: 'is confirmed.',
  addressNotConfirmed: 'is not confirmed yet.',
  sendConfirmation: 'Send a confirmation email',
  googleConnected: 'You can sign in with Google.',
  googleNotConnected: 'You can also sign in with Google, using this address.',
  anotherGoogle:
    'It needs this address, and anyone who logs in to it can then log in here as well. Connect it?',
  googleRemoved: 'Google was removed, and all other devices were signed out.',
  passwordChanged: 'Your password has been changed. Other devices have been signed out.',
  emailConfirmed: 'Your email is confirmed.',
  emailApproved: 'Approved. The change takes effect once the new address is confirmed, too.',
  newEmailConfirmed:
    'Confirmed. The change takes effect once it is approved at your current address, too.',
  newEmailTaken: 'The new address has an account of its own by now. Your email stays as it is.',
  newEmailWaits: `Confirmed. The change takes effect when the ${lostMailboxHours.waiting} hours are over.`,
  emailChanged: 'Your email has been changed. Log in with the new address from now on.',
  emailChangeSent:
    'Please open both emails: the one at your current address approves the change, the one at the new address confirms it.',
  emailIsSame: 'That is the email of your account already. No emails were sent.',
  noEmailChange: (email: string) =>
    `The email of your account is ${email}. No change of it is pending.`,
  confirmationSent: 'We have sent you an email with a link to confirm your address.',
  othersRemoved:
    'You are logged in with Google. Your email had never been confirmed here, so its password was removed and all other devices were signed out. You can set a new password under Security.',
  deviceSignedOut: 'That device has been signed out.',
  everywhereSignedOut: 'You have been signed out on all devices.',
  othersSignedOut: 'All other devices have been signed out.',
} as const
