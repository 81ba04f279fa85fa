import type { ComponentProps } from 'react'
import { Form } from 'react-router'

import { Button } from '#ui/button.tsx'

type Props = ComponentProps<typeof Button> & {
  /** What is sent besides the intent. */
  fields?: Readonly<Record<string, string | number>>
  intent?: string
} & Pick<ComponentProps<typeof Form>, 'action' | 'preventScrollReset' | 'replace'>

/** A form of one button. */
export function ButtonForm(props: Props) {
  const { fields = {}, intent, action, preventScrollReset, replace, ...button } = props
  return (
    <Form method="post" {...{ action, preventScrollReset, replace }}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...(intent && { name: 'intent', value: intent })} {...button} />
    </Form>
  )
}
