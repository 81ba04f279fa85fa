import { Form } from 'react-router'

import { maxNote } from '#orders/notes/order-note.rules.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { Block } from '#platform/layout/block.tsx'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { fields, letters, stack } from '#ui/layout.ts'
import { TextArea } from '#ui/text-area.tsx'

type Props = Pick<OrderForStaff, 'notes'> & { formKey: string; sent: Sent | null }

/** What staff wrote about an order, and the form to add to it. */
export const OrderNotes = ({ notes, formKey, sent }: Props) => (
  <Block id="order-notes" title="Notes">
    {notes.length > 0 && (
      <ul className={stack(2)}>
        {notes.map((note) => (
          <li key={note.id}>
            <p className={letters.typed}>{note.text}</p>
            <p className={letters.below}>
              <ShopMoment at={note.at} /> by {note.writtenBy}
            </p>
          </li>
        ))}
      </ul>
    )}
    <Form method="post" className={fields(30)} key={notes.length}>
      <input type="hidden" name="key" value={formKey} />
      <TextArea
        label="Add a note"
        hint="Only staff see it. Notes can’t be edited."
        rows={2}
        maxLength={maxNote}
        {...fieldsOf(sent)('note')}
      />
      <Button kind="secondary" name="intent" value="add-note">
        Add note
      </Button>
    </Form>
  </Block>
)
