import { buyerStatement, buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import {
  eachGiftField,
  giftFieldNames,
  giftFieldOrder,
  giftOfCart,
} from '#catalogue/destinations/gift.rules.ts'
import { GiftFields } from '#checkout/gift-fields.tsx'
import { textOf } from '#platform/form/form-text.rules.ts'
import { classes } from '#ui/classes.ts'
import { letters, stack } from '#ui/layout.ts'

import { useCart } from './cart-provider.tsx'

import styles from './typed-fields.module.css'

/** The form that leads from the card page to the provider's, which sends the gift of that page. */
export const elsewhereForm = 'pay-elsewhere'

/**
 * Folded until a buyer wants it: who receives the wine in their place. Not for a pickup, nor before orders are
 * shipped from here. `form`: the id of
 * the form that sends it, where it stands outside of it.
 */
export function GiftFold({ form }: { form?: string }) {
  const { cart, takesGifts } = useCart()
  if (!takesGifts || cart.shipping === 'pickup') return null
  return (
    <details className={letters.tight}>
      <summary>Is it a gift?</summary>
      <div className={classes(stack(2), styles.fields)}>
        <p className={letters.note}>
          It goes to your address, to another adult there. The receipt goes to you.
        </p>
        {/* The statement below follows from whether a name is typed, also without JavaScript. */}
        <GiftFields names={giftFieldNames} field={(name) => ({ name, form, placeholder: ' ' })} />
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

/** The fields of a gift as they are sent; null where they are not complete. */
export function giftTyped(form: FormData): Record<string, string> | null {
  const gift = giftOfCart(eachGiftField((field) => textOf(form, giftFieldNames[field])))
  if (gift === 'incomplete') return null
  return gift
    ? Object.fromEntries(giftFieldOrder.map((field) => [giftFieldNames[field], gift[field]]))
    : {}
}
