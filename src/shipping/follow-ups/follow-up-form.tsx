import type { FormEvent } from 'react'
import { useState } from 'react'
import { Form } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { useToday } from '#platform/text/use-today.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { DateField } from '#ui/date-field.tsx'
import { fields } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { ShipmentForStaff } from '../shipments/view-shipments.actions.server.ts'
import type { ReadFollowUp, TypedFollowUp } from './follow-up.rules.ts'
import {
  followUpDays,
  followUpKey,
  followUpName,
  followUps,
  maxFollowUpNote,
  readFollowUp,
} from './follow-up.rules.ts'

import styles from '../shipments/shipping.module.css'

type Props = Pick<ShipmentForStaff, 'shipment'> & { orderNumber: number }

/** What staff did about the box; the server checks it by the same rules, and without a script alone. */
export function FollowUpForm({ shipment, orderNumber }: Props) {
  const [wrong, setWrong] = useState<Extract<ReadFollowUp, { ok: false }> | null>(null)
  const dates = useDates()
  const today = useToday()
  const { first, last } = followUpDays(today)

  function check(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    const read = readFollowUp(typedIn(form), dates.isoDay(new Date()))
    setWrong(read.ok ? null : read)
    if (read.ok) return
    event.preventDefault()
    const field = form.elements.namedItem(read.field)
    if (field instanceof HTMLElement) field.focus()
  }

  const errorOf = (name: keyof TypedFollowUp) =>
    wrong?.field === name ? wrong.sentence : undefined
  return (
    <Form
      method="post"
      action={paths.shipment(shipment.number)}
      className={classes(fields(26, 2), styles.action)}
      noValidate
      onSubmit={check}
    >
      <input type="hidden" name="order" value={orderNumber} />
      <input type="hidden" name="intent" value="follow-up" />
      <input type="hidden" name="seen" value={followUpKey(shipment)} />
      <SelectField
        name="what"
        label="What was done"
        error={errorOf('what')}
        options={followUps.map((value) => ({ value, label: followUpName[value] }))}
      />
      <TextField
        name="note"
        label="In your words"
        maxLength={maxFollowUpNote}
        error={errorOf('note')}
      />
      <DateField
        name="againOn"
        label="Remind me on"
        hint="Leave empty to wait for the carrier’s next report"
        min={first}
        max={last}
        error={errorOf('againOn')}
      />
      <Button>Note what you did</Button>
    </Form>
  )
}

function typedIn(form: HTMLFormElement): TypedFollowUp {
  const typed = new FormData(form)
  return {
    what: textOf(typed, 'what'),
    note: textOf(typed, 'note'),
    againOn: textOf(typed, 'againOn'),
  }
}
