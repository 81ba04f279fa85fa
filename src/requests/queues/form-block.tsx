import type { ComponentProps, ReactNode } from 'react'
import { Form } from 'react-router'

import { Block } from '#platform/layout/block.tsx'
import type { ButtonKind } from '#ui/button.tsx'
import { Button } from '#ui/button.tsx'
import { fields, roomBelow } from '#ui/layout.ts'

type Props = Pick<ComponentProps<typeof Form>, 'id'> & {
  blockId: string
  title: string
  /** Stands above the form. */
  intro?: ReactNode
  button: string
  intent: string
  kind?: ButtonKind
  /** The form is folded away behind this line. */
  folded?: { line: string; isOpen: boolean }
  children?: ReactNode
}

/** A part of the page with one form. */
export function FormBlock(props: Props) {
  const { blockId, title, intro, button, intent, kind, folded, children, id } = props
  const form = (
    <Form method="post" id={id} className={fields(34)}>
      {children}
      <Button kind={kind} name="intent" value={intent}>
        {button}
      </Button>
    </Form>
  )
  return (
    <Block id={blockId} title={title}>
      {intro && <p>{intro}</p>}
      {folded ? (
        <details open={folded.isOpen}>
          <summary className={roomBelow}>{folded.line}</summary>
          {form}
        </details>
      ) : (
        form
      )}
    </Block>
  )
}
