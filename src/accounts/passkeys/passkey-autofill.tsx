import { paths } from '#platform/http/paths.rules.ts'

import { Refusals } from '../sign-in/refusals.tsx'
import script from './passkey-autofill.script.ts?script'

/**
 * Lets the browser offer its passkeys among what it fills in for the email, in a form with a field
 * whose `autocomplete` says `webauthn`. Shows nothing by itself.
 */
export const PasskeyAutofill = () => (
  <>
    <Refusals codes={['operation-not-allowed']} />
    <script type="module" async src={script} data-passkeys={paths.loginPasskey()} />
  </>
)
