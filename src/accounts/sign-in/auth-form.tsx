import type { ComponentProps } from 'react'

import { paths } from '#platform/http/paths.rules.ts'

import script from './auth-form.script.ts?script'
import type { IdentityPlace } from './identity-codes.rules.ts'
import { Refusals } from './refusals.tsx'

type Props = ComponentProps<'form'> & { place: IdentityPlace }

/**
 * A form whose script sends it without leaving the page and shows a message when there is no response
 * in time (specification, section 9); what was typed stays. Without JavaScript it is a plain form.
 */
export function AuthForm({ place, children, ...rest }: Props) {
  return (
    <form
      {...rest}
      method="post"
      noValidate
      data-place={place}
      data-reports-to={paths.identityReport()}
    >
      {children}
      <Refusals codes={['network-request-failed', 'internal-error']} />
      <script type="module" async src={script} />
    </form>
  )
}
