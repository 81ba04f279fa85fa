import type { Mutation } from '../mutation.ts'

const google = 'src/accounts/google/google-oidc.adapter.server.ts'
const googleTests = ['src/accounts/google/google-oidc.adapter.test.ts']

/** Signing in, links, cookies. */
export const identity: readonly Mutation[] = [
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
    search: "['recovery', 'change-from', 'change-to']",
    replace: "['recovery']",
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
