import type { IdentityCode } from '#accounts/sign-in/identity-codes.rules.ts'

/**
 * The expected sentence of each code, those of section 8 of the specification verbatim. A sentence that is
 * changed only in the shop fails the tests.
 */
export const sentencesToRead = {
  'missing-email': 'Fill email input',
  'invalid-email': 'Invalid email',
  'missing-password': 'Please enter your password',
  'name-too-long': 'No more than 30 letters',
  'invalid-credential': 'Email or Password error',
  'wrong-password': 'That is not your current password.',
  'user-not-found': 'This account no longer exists.',
  'email-already-in-use': 'An account with ana@example.com already exist. Please Log In',
  'weak-password': 'Password must be at least 6 characters long',
  'password-does-not-meet-requirements':
    'That password does not meet the rules shown beside the field.',
  'too-many-requests': 'Too many attempts. Please wait fifteen minutes, or use Forgot Password?',
  'too-many-emails':
    'We have sent you several emails already. Please look in your inbox, or try again in an hour.',
  'too-many-links': 'Too many links were tried from your network. Please try again in 15 minutes.',
  'network-request-failed':
    'The shop could not be reached. Please check your connection and try again.',
  'popup-closed-by-user': 'The Google window was closed before you were signed in.',
  'user-cancelled': 'Signing in with Google was canceled.',
  'invalid-auth-event': 'Signing in with Google was not finished in time. Please try again.',
  'account-exists-with-different-credential':
    'This is the second address of an account, which Google cannot log in to. Forgot Password? sends a link to it that can.',
  'unverified-email':
    'Google has not verified this email address. Please verify it with Google first, or create an account with a password.',
  'requires-recent-login': 'Log out, log in again, and then try once more.',
  'user-token-expired': 'You are no longer signed in. Please log in again.',
  'invalid-action-code':
    'This link is not valid or has already been used. Please ask for a new one.',
  'different-account':
    'This link belongs to another account. Please log in with that account, then open the link again.',
  'expired-action-code': 'This link has expired. Please ask for a new one.',
  'captcha-check-failed': 'Please confirm that you are human and try again.',
  'unauthorized-domain': 'Signing in is not possible from this address.',
  'last-owner': 'You are the only owner of the admin. Make someone else an owner first.',
  'staff-recovery':
    'Staff need the code of their second factor to choose a new password here. If you have no second factor, ask an owner for a link.',
  'wrong-code': 'This code did not work. Please wait for the next one and try again.',
  'google-not-connected':
    'This Google account is not connected to your account yet. Please log in another way, then connect it under Security.',
  'google-of-another':
    'This Google account was not connected: it needs the address of your account, and may log in to no other account.',
  'only-google': 'Please set a password first, so that you can still log in.',
  'operation-not-allowed': 'This way of signing in is not available.',
  'quota-exceeded': 'Many people are logging in right now. Please try again in a few seconds.',
  'internal-error': 'Something went wrong on our side. Please try again in a moment.',
} as const satisfies Record<IdentityCode, string>
