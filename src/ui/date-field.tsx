import type { ComponentProps } from 'react'
import { useEffect, useRef } from 'react'

import { TextField } from './text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'ref'>

/**
 * A day. One that is typed in part has no value, as none has: such a form is not sent, and the browser
 * says why at the field, also where the form leaves judging to the server.
 */
export function DateField(props: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = field.current!
    const stop = (event: Event) => {
      if (!input.validity.badInput) return
      event.preventDefault()
      event.stopImmediatePropagation()
      input.reportValidity()
    }
    const { form } = input
    form?.addEventListener('submit', stop)
    return () => form?.removeEventListener('submit', stop)
  }, [])
  return <TextField {...props} type="date" ref={field} />
}
