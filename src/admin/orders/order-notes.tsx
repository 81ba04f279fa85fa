import { Form } from 'react-router'

import { orderNotesCopy as copy } from '#orders/order/admin-orders.copy.ts'
import { maxNote } from '#orders/notes/order-note.rules.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { letters, stack } from '#ui/layout.ts'
import { TextArea } from '#ui/text-area.tsx'

import styles from './orders.module.css'

type Props = Pick<OrderForStaff, 'notes' | 'token'> & {
  /** What was typed and refused. */
  refused: string | null
}

/** What staff wrote about an order, and the form to add to it. */
export function OrderNotes({ notes, token, refused }: Props) {
  return (
    <Block id="order-notes" title={copy.title}>
      {notes.length === 0 ? (
        <p>{copy.none}</p>
      ) : (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note.id}>
              <p>{note.text}</p>
              <p className={letters.below}>
                <ShopMoment at={note.at} /> {copy.by(note.writtenBy)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Form method="post" className={stack(2.5, { width: 30 })} key={notes.length}>
        <input type="hidden" name="token" value={token} />
        <TextArea
          name="note"
          label={copy.label}
          hint={copy.hint}
          rows={3}
          maxLength={maxNote}
          defaultValue={refused ?? ''}
          error={refused === null ? undefined : copy.invalid}
        />
        <Button kind="secondary" name="intent" value="add-note">
          {copy.add}
        </Button>
      </Form>
    </Block>
  )
}
