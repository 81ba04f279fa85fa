import type { Mutation } from '../mutation.ts'

const google = 'src/services/identity/google-oidc.server.ts'
const googleTests = ['src/services/identity/google-oidc.server.test.ts']

/** Signing in, links, cookies. */
export const identity: readonly Mutation[] = [
  {
    name: 'a password recovery leaves a pending change of address',
    file: 'src/use-cases/sign-in/recover-password.ts',
    search: '    await deleteEmailChange(tx, user.id)\n',
    replace: '',
    tests: ['src/use-cases/sign-in/recover-password.db.test.ts'],
  },
  {
    name: 'a password recovery leaves the links of a change of address',
    file: 'src/use-cases/sign-in/recover-password.ts',
    search: "['recovery', 'change-from', 'change-to']",
    replace: "['recovery']",
    tests: ['src/use-cases/sign-in/recover-password.db.test.ts'],
    survives: 'without its change of address, which goes too, such a link does nothing',
  },
  {
    name: 'the session cookie is never Secure',
    file: 'src/services/identity/better-auth.server.ts',
    search: 'attributes: cookieAttributes(settings),',
    replace: 'attributes: { ...cookieAttributes(settings), secure: false },',
    tests: ['src/services/identity/better-auth.server.db.test.ts'],
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
