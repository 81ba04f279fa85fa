import type { ComponentProps } from 'react'
import { useState } from 'react'
import { Form } from 'react-router'

import { letters } from '#ui/layout.ts'

import type { Sent } from '../action/sent-form.ts'

type Props = Omit<ComponentProps<typeof Form>, 'method' | 'onInput' | 'onSubmit'> & {
  /** Of what it was filled with; it is filled anew with another. */
  version: number
  sent: Sent | null
  /** What unfolds it, where it is folded. */
  fold?: string | undefined
}

type Begun = Pick<Props, 'version' | 'fold' | 'children'> & {
  /** What the page showed when it was sent. */
  sentOver?: Pick<Props, 'version' | 'sent'>
}

/**
 * The form of a record in a live list. What is typed in it stays while a colleague saves the record:
 * it keeps the version that it was begun with, so that its own save finds the other's, and is not folded meanwhile.
 */
export function LiveForm({ version, sent, fold, children, ...props }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const over = begun?.sentOver
  // Where the network brings no response back, neither changes.
  const isAnswered = over && (over.sent !== sent || over.version !== version)
  const shown = begun && !isAnswered ? begun : { version, fold, children }
  const form = (
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
  if (shown.fold === undefined) return form
  return (
    <details>
      <summary className={letters.more}>{shown.fold}</summary>
      {form}
    </details>
  )
}
