import type { ComponentProps } from 'react'
import { useState } from 'react'
import { Form, useActionData, useLocation } from 'react-router'

import { Notice } from '#ui/notice.tsx'

import { EnterCode } from '../form/enter-code.tsx'
import { useFormResult } from '../form/use-form-result.ts'
import type { Sent } from './sent-form.ts'

type Props = ComponentProps<typeof Form> & {
  /** The idempotency key, new with each load of the page. */
  formKey: string
  sent: Sent | null | undefined
}

/** A form of the action kit. It keeps what was typed until it is carried out, then it is empty again. */
export function ActionForm({ formKey, sent, children, ...rest }: Props) {
  const [{ key, seen }, setKeys] = useState({ key: formKey, seen: formKey })
  // Kept after a refusal, also where the network then brings back no response, and so nothing `sent`.
  if (formKey !== seen) setKeys({ key: sent ? key : formKey, seen: formKey })
  return (
    <Form method="post" noValidate {...rest} key={key}>
      <input type="hidden" name="key" value={formKey} />
      {children}
    </Form>
  )
}

/** Why the form that was just sent is refused, where no field of it is at fault. */
export function RefusalNotice() {
  const sent = useFormResult(useActionData<Partial<Sent>>())
  const { pathname, search } = useLocation()
  if (!sent?.refusal) return null
  return (
    <Notice tone="bad">
      {sent.refusal} {sent.isCodeDue && <EnterCode path={pathname + search} />}
    </Notice>
  )
}
