import type { Mutation } from '../mutation.ts'

const google = 'src/accounts/google/google-oidc.adapter.server.ts'
const googleTests = ['src/accounts/google/google-oidc.adapter.test.ts']

/** Signing in, links, cookies. */
export const identity: readonly Mutation[] = [
  {
    name: 'staff recover by their mailbox alone',
    file: 'src/accounts/sign-in/recover-password.actions.server.ts',
    search: "role === 'staff' && link.purpose === 'recovery' && !needsCode",
    replace: 'false',
    tests: ['src/accounts/sign-in/recover-password.actions.db.test.ts'],
  },
  {
    name: 'the code of the second factor is not checked at recovery',
    file: 'src/accounts/sign-in/recover-password.actions.server.ts',
    search: 'if (checked.needsCode) {',
    replace: 'if (false) {',
    tests: ['src/accounts/sign-in/recover-password.actions.db.test.ts'],
  },
  {
    name: 'staff choose passwords like customers',
    file: 'src/accounts/sign-in/password-policy.rules.ts',
    search: "role === 'staff'",
    replace: 'false',
    tests: ['src/accounts/sign-in/recover-password.actions.db.test.ts'],
  },
  {
    name: 'recovery leaves the passkeys',
    file: 'src/accounts/sign-in/recover-password.actions.server.ts',
    search: '    await deletePasskeysOf(tx, user.id, user.emailVerified ? keep : [])\n',
    replace: '',
    tests: ['src/accounts/sign-in/recover-password.actions.db.test.ts'],
  },
  {
    name: 'Google is joined to staff by itself',
    file: 'src/accounts/google/sign-in-with-google.actions.server.ts',
    search: "owner.role === 'staff' || isSecond",
    replace: 'isSecond',
    tests: ['src/accounts/google/sign-in-with-google.actions.db.test.ts'],
  },
  {
    name: 'a second Google account is joined by itself',
    file: 'src/accounts/google/sign-in-with-google.actions.server.ts',
    search: "owner.role === 'staff' || isSecond",
    replace: "owner.role === 'staff'",
    tests: ['src/accounts/google/sign-in-with-google.actions.db.test.ts'],
  },
  {
    name: 'a password recovery leaves a pending change of address',
    file: 'src/accounts/sign-in/recover-password.actions.server.ts',
    search: '    await deleteEmailChange(tx, user.id)\n',
    replace: '',
    tests: ['src/accounts/sign-in/recover-password.actions.db.test.ts'],
  },
  {
    name: 'a password recovery leaves the links of a change of address',
    file: 'src/accounts/sign-in/recover-password.actions.server.ts',
    search: "[...recoveryPurposes, 'change-from', 'change-to']",
    replace: '[...recoveryPurposes]',
    tests: ['src/accounts/sign-in/recover-password.actions.db.test.ts'],
    survives: 'without its change of address, which goes too, such a link does nothing',
  },
  {
    name: 'the session cookie is never Secure',
    file: 'src/accounts/sign-in/better-auth.adapter.server.ts',
    search: 'attributes: cookieAttributes(settings),',
    replace: 'attributes: { ...cookieAttributes(settings), secure: false },',
    tests: ['src/accounts/sign-in/better-auth.adapter.db.test.ts'],
    survives: 'the library makes every cookie Secure whose name begins with __Host-',
  },
  {
    name: 'no cookie is Secure',
    file: 'src/platform/http/cookies.rules.ts',
    search: 'secure: isHttps(site)',
    replace: 'secure: false',
    tests: ['src/platform/http/cookies.test.ts'],
  },
  {
    name: 'the OAuth state is not compared',
    file: google,
    search: 'expectedState: state.state,',
    replace: 'expectedState: oidc.skipStateCheck,',
    tests: googleTests,
  },
  {
    name: 'the OAuth nonce is constant',
    file: google,
    search: 'nonce: oidc.randomNonce(),',
    replace: "nonce: 'nonce',",
    tests: googleTests,
  },
  {
    name: 'the OAuth state is constant',
    file: google,
    search: 'state: oidc.randomState(),',
    replace: "state: 'state',",
    tests: googleTests,
  },
  {
    name: 'the nonce of the identity token is not compared',
    file: google,
    search: 'expectedNonce: state.nonce,',
    replace: 'expectedNonce: undefined,',
    tests: googleTests,
  },
]
