import { useEffect, useRef } from 'react'

import { buyerStatement, buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import type { Typed, TypedErrors, TypedField } from '#catalogue/destinations/typed-fields.rules.ts'
import {
  readTyped,
  typedFieldNames,
  whyNotTypedSentence,
} from '#catalogue/destinations/typed-fields.rules.ts'
import { GiftFields } from '#checkout/gift-fields.tsx'
import { textOf } from '#platform/form/form-text.rules.ts'
import { classes } from '#ui/classes.ts'
import { letters, stack } from '#ui/layout.ts'

import { useCart } from './cart-provider.tsx'

import styles from './typed-fields.module.css'

/** The form that leads from the card page to the provider's, which sends what is typed on that page. */
export const elsewhereForm = 'pay-elsewhere'

const giftNames = { name: 'giftName', phone: 'giftPhone', note: 'giftNote' } as const

/**
 * Folded until a buyer wants it: who receives the wine in their place. Not for a pickup, nor before orders are
 * shipped from here. `form`: the id of the form that sends it, where it stands outside of it.
 */
export function TypedFields({ form }: { form?: string }) {
  const { cart, takesGifts } = useCart()
  return takesGifts && cart.shipping !== 'pickup' ? <FoldedFields form={form} /> : null
}

type Control = HTMLInputElement | HTMLTextAreaElement

const controlsIn = (fields: Element) => [...fields.querySelectorAll<Control>('input, textarea')]
const nameOf = (control: Control) => control.name as TypedField

function FoldedFields({ form }: { form: string | undefined }) {
  const { typed = {}, typedErrors, missTyped } = useCart()
  const fields = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const wrong = controlsIn(fields.current!).find((control) => typedErrors[nameOf(control)])
    if (!wrong) return
    fields.current!.open = true
    wrong.focus()
  }, [typedErrors])

  return (
    <details
      ref={fields}
      open={typed.giftName !== undefined}
      onInput={() => Object.keys(typedErrors).length > 0 && missTyped({})}
      className={letters.tight}
    >
      <summary>Is it a gift?</summary>
      <div className={classes(stack(2), styles.fields)}>
        <p className={letters.note}>
          It goes to your address, to another adult there. The receipt goes to you.
        </p>
        {/* The statement below follows from whether a name is typed, also without JavaScript. */}
        <GiftFields
          names={giftNames}
          field={(name) => ({
            ...{ name, form, placeholder: ' ' },
            defaultValue: typed[name as TypedField],
            error: typedErrors[name as TypedField],
          })}
        />
      </div>
    </details>
  )
}

/** What the buyer states above the button; with a recipient, that these sign. */
export function Statement({ centered = false }: { centered?: boolean }) {
  const { cart, takesGifts } = useCart()
  const look = classes(letters.note, centered && letters.centered)
  if (!takesGifts || cart.shipping === 'pickup')
    return <p className={look}>{buyerStatement(cart.shipping)}</p>
  return (
    <>
      <p className={classes(look, styles.own)}>{buyerStatement(cart.shipping)}</p>
      <p className={classes(look, styles.given)}>{buyerStatements.gift}</p>
    </>
  )
}

/** Checks what is typed before it is sent: the fields to send, or the sentences of what is wrong with them. */
export function checkTyped(
  form: FormData,
): { typed: Typed } | { message: string; errors: TypedErrors } {
  const given = typedFieldNames.map((name) => [name, textOf(form, name)] as const)
  const typed: Typed = Object.fromEntries(given.filter(([, text]) => text))
  const read = readTyped(typed)
  if (read.ok) return { typed }
  return { message: whyNotTypedSentence[read.reason], errors: read.errors }
}
