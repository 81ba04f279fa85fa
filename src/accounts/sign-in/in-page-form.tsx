import type { ComponentProps } from 'react'

import script from './in-page-form.script.ts?script'
import { Refusals } from './refusals.tsx'

/**
 * A public form whose script sends it without leaving the page: an error is no entry of its own in
 * the history, so that Back never asks to send it again. Without JavaScript it is a plain form.
 */
export function InPageForm({ children, ...rest }: ComponentProps<'form'>) {
  return (
    <form {...rest} method="post" noValidate data-in-page>
      {children}
      <Refusals codes={['network-request-failed', 'internal-error']} />
      <script type="module" async src={script} />
    </form>
  )
}
