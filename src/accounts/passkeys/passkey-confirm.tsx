import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'

import { Refusals } from '../sign-in/refusals.tsx'
import script from './passkey-confirm.script.ts?script'
import { passkeyCopy as copy } from './passkeys.copy.ts'

/** A button that confirms with a passkey of the account; shown by its script where the browser can. */
export const PasskeyConfirm = ({ to }: { to: string }) => (
  <form
    method="post"
    action={`${paths.loginPasskey()}?${new URLSearchParams({ to }).toString()}`}
    hidden
    data-passkey-confirm="of-viewer"
    data-cancelled={copy.notUsed}
  >
    <Button kind="secondary" data-busy={copy.confirming}>
      {copy.confirm}
    </Button>
    <Refusals codes={['operation-not-allowed', 'network-request-failed']} />
    <script type="module" async src={script} />
  </form>
)
