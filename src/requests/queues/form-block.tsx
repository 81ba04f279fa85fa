import type { ComponentProps, ReactNode } from 'react'
import { Form } from 'react-router'

import { Block } from '#platform/layout/block.tsx'
import type { ButtonKind } from '#ui/button.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

import styles from '../requests.module.css'

type Props = Pick<ComponentProps<typeof Form>, 'id'> & {
  blockId: string
  title: string
  /** Stands above the form. */
  intro?: ReactNode
  /** Why the form was refused. */
  error?: string | undefined
  button: string
  intent: string
  kind?: ButtonKind
  children?: ReactNode
}

/** A part of the page with one form. */
export function FormBlock(props: Props) {
  const { blockId, title, intro, error, button, intent, kind, children, id } = props
  return (
    <Block id={blockId} title={title}>
      {intro && <p>{intro}</p>}
      <Form method="post" id={id} className={styles.form}>
        {error && <Notice tone="bad">{error}</Notice>}
        {children}
        <Button kind={kind} name="intent" value={intent}>
          {button}
        </Button>
      </Form>
    </Block>
  )
}
