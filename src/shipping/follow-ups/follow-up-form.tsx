import type { FormEvent } from 'react'
import { useState } from 'react'
import { Form } from 'react-router'

import { followUpName, orderShippingCopy as copy } from '../shipments/shipping.copy.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { TypedFollowUp, WhyNotFollowedUp } from './follow-up.rules.ts'
import {
  followUpDays,
  followUpField,
  followUpKey,
  followUps,
  maxFollowUpNote,
  readFollowUp,
} from './follow-up.rules.ts'
import type { ShipmentForStaff } from '../shipments/view-shipments.actions.server.ts'
import { useDates } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import styles from '../shipments/shipping.module.css'

type Props = Pick<ShipmentForStaff, 'shipment'> & { orderNumber: number }

/** What staff did about the box; the server checks it by the same rules, and without a script alone. */
export function FollowUpForm({ shipment, orderNumber }: Props) {
  const [reason, setReason] = useState<WhyNotFollowedUp | null>(null)
  const dates = useDates()
  const [today] = useState(() => dates.isoDay(new Date()))
  const { first, last } = followUpDays(today)

  function check(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    const read = readFollowUp(typedIn(form), dates.isoDay(new Date()))
    setReason(read.ok ? null : read.reason)
    if (read.ok) return
    event.preventDefault()
    const field = form.elements.namedItem(followUpField(read.reason))
    if (field instanceof HTMLElement) field.focus()
  }

  const errorOf = (name: keyof TypedFollowUp) =>
    reason && followUpField(reason) === name ? copy.errors[reason] : undefined
  return (
    <Form
      method="post"
      action={paths.shipment(shipment.number)}
      className={styles.action}
      noValidate
      onSubmit={check}
    >
      <input type="hidden" name="order" value={orderNumber} />
      <input type="hidden" name="intent" value="follow-up" />
      <input type="hidden" name="seen" value={followUpKey(shipment)} />
      <SelectField
        name="what"
        label={copy.followUpWhat}
        error={errorOf('what')}
        options={followUps.map((value) => ({ value, label: followUpName[value] }))}
      />
      <TextField
        name="note"
        label={copy.followUpNote}
        maxLength={maxFollowUpNote}
        className={styles.words}
        error={errorOf('note')}
      />
      <TextField
        type="date"
        name="againOn"
        label={copy.followUpAgain}
        hint={copy.followUpAgainHint}
        min={first}
        max={last}
        error={errorOf('againOn')}
      />
      <Button>{copy.followUp}</Button>
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
