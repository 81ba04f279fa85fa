export {
  cancelEmailChange,
  checkEmailLink,
  confirmEmail,
  continueEmailChange,
  requestEmailChange,
  requestEmailConfirmation,
  startLostMailboxWait,
} from './change-email.ts'
export { changePassword } from './change-password.ts'
export { passesCheckoutCaptcha } from './check-captcha.ts'
export { cleanUpSignIn, deleteOldAttempts } from './clean-up-sign-in.ts'
export { signOutDevice, signOutEverywhere, viewSecurity } from './devices.ts'
export { entrySecretOf, enterByLink, viewEntry } from './enter-by-link.ts'
export { identify, roleNow, refreshSession, signOut } from './login-session.ts'
export { identityRules } from './identity-rules.ts'
export { keepForm, restoreForm } from './keep-form.ts'
export { limitReport } from './rate-limits.ts'
export {
  offersLoginLinks,
  requestConfirmationLink,
  requestFreshLink,
  requestLoginLink,
  sendLoginLink,
  turnLoginLinks,
} from './login-link.ts'
export { lookUpAccount } from './look-up-account.ts'
export { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys.ts'
export {
  checkRecoveryLink,
  requestRecovery,
  resetPassword,
  sendRecoveryEmail,
} from './recover-password.ts'
export { register } from './register.ts'
export {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  enterCode,
  renewRecoveryCodes,
  viewCodeStep,
  viewSecondFactor,
} from './second-factor.ts'
export { signIn } from './sign-in.ts'
export { beginGoogleSignIn, finishGoogleSignIn } from './sign-in-with-google.ts'
export {
  beginPasskeySignIn,
  confirmWithPasskey,
  hasPasskey,
  signInWithPasskey,
} from './sign-in-with-passkey.ts'
