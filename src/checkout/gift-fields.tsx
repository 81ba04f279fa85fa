import type { ComponentProps } from 'react'

import { longestGiftNote, longestRecipient } from '#catalogue/destinations/gift.rules.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

type Names = { name: string; phone: string; note: string }
type Props = {
  /** Attributes and error of a field. */
  field: (name: string) => Pick<ComponentProps<'input'>, 'name' | 'form' | 'defaultValue'> & {
    placeholder?: string
    error?: string | undefined
  }
  names?: Names
}

/** Who receives a gift, and what the packing slip says to them. */
export const GiftFields = ({
  field,
  names = { name: 'name', phone: 'phone', note: 'note' },
}: Props) => (
  <>
    <TextField
      label="Recipient’s name"
      autoComplete="off"
      maxLength={longestRecipient}
      {...field(names.name)}
    />
    <TextField
      type="tel"
      label="Recipient’s phone"
      hint="For the carrier, who needs an adult there to sign."
      autoComplete="off"
      {...field(names.phone)}
    />
    <TextArea
      label="Gift note"
      hint={`Printed on the slip in the box, which shows no price. Up to ${longestGiftNote} letters.`}
      rows={3}
      maxLength={longestGiftNote}
      {...field(names.note)}
    />
  </>
)
