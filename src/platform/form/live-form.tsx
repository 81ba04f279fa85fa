import type { ComponentProps } from 'react'
import { useState } from 'react'
import { Form } from 'react-router'

import type { Sent } from '../action/sent-form.ts'

type Props = Omit<ComponentProps<typeof Form>, 'method' | 'onInput' | 'onSubmit'> & {
  /** Of what it was filled with; it is filled anew with another. */
  version: number
  sent: Sent | null
}

type Begun = Pick<Props, 'version' | 'children'> & {
  /** What the page showed when it was sent. */
  sentOver?: Pick<Props, 'version' | 'sent'>
}

/**
 * The form of a record in a live list. What is typed in it stays while a colleague saves the record:
 * it keeps the version that it was begun with, so that its own save finds the other's.
 */
export function LiveForm({ version, sent, children, ...props }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const over = begun?.sentOver
  // Where the network brings no response back, neither changes.
  const isAnswered = over && (over.sent !== sent || over.version !== version)
  const shown = begun && !isAnswered ? begun : { version, children }
  return (
    <Form
      {...props}
      key={shown.version}
      method="post"
      onInput={() => setBegun(shown)}
      onSubmit={() => setBegun({ ...shown, sentOver: { version, sent } })}
    >
      {shown.children}
    </Form>
  )
}
