export {
  cancelEmailChange,
  checkEmailLink,
  confirmEmail,
  requestEmailChange,
  requestEmailConfirmation,
  startLostMailboxWait,
} from '../email-change/change-email.actions.server.ts'
export { changePassword } from './change-password.actions.server.ts'
export { passesCheckoutCaptcha } from '../captcha/check-captcha.actions.server.ts'
export {
  signOutDevice,
  signOutEverywhere,
  viewSecurity,
} from '../sessions/devices.actions.server.ts'
export {
  identify,
  roleNow,
  refreshSession,
  signOut,
} from '../sessions/login-session.actions.server.ts'
export { identityRules } from './identity-rules.actions.server.ts'
export { limitReport } from './rate-limits.actions.server.ts'
export {
  offersLoginLinks,
  requestConfirmationLink,
  requestFreshLink,
  requestLoginLink,
  sendLoginLink,
} from '../links/login-link.actions.server.ts'
export { lookUpAccount } from './look-up-account.actions.server.ts'
export {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from '../passkeys/passkeys.actions.server.ts'
export {
  checkRecoveryLink,
  requestRecovery,
  resetPassword,
  sendRecoveryEmail,
} from './recover-password.actions.server.ts'
export { register } from './register.actions.server.ts'
export {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  enterCode,
  renewRecoveryCodes,
  viewCodeStep,
  viewSecondFactor,
} from '../second-factor/second-factor.actions.server.ts'
export { signIn } from './sign-in.actions.server.ts'
export {
  beginGoogleSignIn,
  finishGoogleSignIn,
} from '../google/sign-in-with-google.actions.server.ts'
export {
  beginPasskeySignIn,
  confirmWithPasskey,
  hasPasskey,
  signInWithPasskey,
} from '../passkeys/sign-in-with-passkey.actions.server.ts'
