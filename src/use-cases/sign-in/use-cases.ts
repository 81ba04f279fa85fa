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
export { cleanUpSignIn } from './clean-up-sign-in.ts'
export { signOutDevice, signOutEverywhere, viewSecurity } from './devices.ts'
export { entrySecretOf, enterByLink, viewEntry } from './enter-by-link.ts'
export { deleteOldAttempts } from './forget-attempts.ts'
export { identify } from './identify.ts'
export { identityRules } from './identity-rules.ts'
export { keepForm, restoreForm } from './keep-form.ts'
export { limitReport } from './limit-reports.ts'
export {
  offersLoginLinks,
  requestConfirmationLink,
  requestFreshLink,
  requestLoginLink,
  sendLoginLink,
} from './login-link.ts'
export { lookUpAccount } from './look-up-account.ts'
export { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys.ts'
export {
  checkRecoveryLink,
  requestRecovery,
  resetPassword,
  sendRecoveryEmail,
} from './recover-password.ts'
export { refreshSession } from './refresh-session.ts'
export { register } from './register.ts'
export { roleNow } from './role-now.ts'
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
export { signOut } from './sign-out.ts'
export { turnLoginLinks } from './turn-login-links.ts'
