import type { ComponentProps, ReactNode } from 'react'
import { Form } from 'react-router'

import { Block } from '#platform/layout/block.tsx'
import type { ButtonKind } from '#ui/button.tsx'
import { Button } from '#ui/button.tsx'

import { fields } from '#ui/layout.ts'

type Props = Pick<ComponentProps<typeof Form>, 'id'> & {
  blockId: string
  title: string
  /** Stands above the form. */
  intro?: ReactNode
  button: string
  intent: string
  kind?: ButtonKind
  children?: ReactNode
}

/** A part of the page with one form. */
export function FormBlock(props: Props) {
  const { blockId, title, intro, button, intent, kind, children, id } = props
  return (
    <Block id={blockId} title={title}>
      {intro && <p>{intro}</p>}
      <Form method="post" id={id} className={fields(34)}>
        {children}
        <Button kind={kind} name="intent" value={intent}>
          {button}
        </Button>
      </Form>
    </Block>
  )
}
