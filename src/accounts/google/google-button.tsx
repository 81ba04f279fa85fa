import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'

import { Refusals } from '../sign-in/refusals.tsx'
import { authCopy } from '../sign-in/sign-in.copy.ts'
import script from './google-button.script.ts?script'

/** Opens Google in a popup by its script; where popups are blocked, or without JavaScript, here. */
export function GoogleButton({ returnTo }: { returnTo?: string }) {
  return (
    <form
      method="post"
      action={paths.google()}
      data-google={paths.google({ inWindow: true })}
      data-reports-to={paths.identityReport()}
    >
      <input type="hidden" name="to" value={returnTo ?? ''} />
      <Button kind="secondary">{authCopy.google}</Button>
      <Refusals codes={['popup-closed-by-user']} />
      <script type="module" async src={script} />
    </form>
  )
}
