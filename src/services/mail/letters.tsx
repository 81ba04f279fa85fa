import { render } from '@react-email/render'
import type { ReactElement } from 'react'

import type { OrderLetterProps } from './templates/order-confirmation.tsx'
import { OrderConfirmation } from './templates/order-confirmation.tsx'
import { OrderNotice } from './templates/order-notice.tsx'
import { Welcome } from './templates/welcome.tsx'

type Template = { subject: (props: never) => string; body: (props: never) => ReactElement }

/** Every letter by kind: its subject and its template. */
const letters = {
  register: {
    subject: () => 'Welcome to Kohue',
    body: (props: { firstName: string; publicUrl: string }) => <Welcome {...props} />,
  },
  'order-confirmation': {
    subject: (props: OrderLetterProps) => `Your Kohue order K-${props.number}`,
    body: (props: OrderLetterProps) => <OrderConfirmation {...props} />,
  },
  'order-notice': {
    subject: (props: OrderLetterProps) => `Nuevo pedido K-${props.number}`,
    body: (props: OrderLetterProps) => <OrderNotice {...props} />,
  },
} satisfies Record<string, Template>

export type LetterKind = keyof typeof letters

/** Subject, HTML and plain text of a letter. Throws on a kind nobody knows. */
export async function writeLetter(
  kind: string,
  props: unknown,
  publicUrl: string,
): Promise<{ subject: string; text: string; html: string }> {
  if (!Object.hasOwn(letters, kind)) throw new Error(`No letter of the kind ${kind}`)
  const { subject, body } = letters[kind as LetterKind] as Template
  const all = { ...(props as object), publicUrl } as never
  const element = body(all)
  const [html, text] = await Promise.all([render(element), render(element, { plainText: true })])
  return { subject: subject(all), text, html }
}
