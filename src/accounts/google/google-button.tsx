import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'

import { Refusals } from '../sign-in/refusals.tsx'
import { authCopy } from '../sign-in/sign-in.copy.ts'
import script from './google-button.script.ts?script'

type Props = {
  returnTo?: string
  /** It connects a Google account to the one that is signed in. */
  connects?: boolean
}

/** Opens Google in a popup by its script; where popups are blocked, or without JavaScript, here. */
export function GoogleButton({ returnTo, connects = false }: Props) {
  return (
    <form
      method="post"
      action={paths.google()}
      data-google={paths.google({ inWindow: true })}
      data-reports-to={paths.identityReport()}
    >
      <input type="hidden" name="to" value={returnTo ?? ''} />
      {connects && <input type="hidden" name="connect" value="yes" />}
      <Button kind="secondary">{authCopy.google}</Button>
      <Refusals codes={['popup-closed-by-user']} />
      <script type="module" async src={script} />
    </form>
  )
}
