import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'

import { CaptchaField } from '#accounts/captcha/captcha.tsx'
import { cardCopy } from '#checkout/card/card.copy.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useAlert } from '#ui/alerts.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters, stack } from '#ui/layout.ts'

import { useCart } from './cart-provider.tsx'
import { Statement, checkTyped, TypedFields } from './typed-fields.tsx'
import { whyNotText } from './why-not-text.ts'

import styles from './checkout-form.module.css'

/**
 * Button that leads to the payment page: a plain form post. With script a second press is ignored,
 * pending cart changes are awaited first, and a disabled button says why. `asLink`: below the card field, whose
 * button is the primary one and whose statement stands above it. With an `id` what is typed stands
 * elsewhere, and belong to it. `total`: beside the button.
 */
export function CheckoutForm({
  asLink = false,
  id,
  total,
  shipTo,
}: {
  asLink?: boolean
  id?: string
  total?: ReactNode
  /** Where the page shows that the wine goes: a page that is out of date is refused. */
  shipTo?: readonly string[] | null
}) {
  const cartView = useCart()
  const { whyNot, underWay, missMethod, missTyped, takesGifts } = cartView
  const alert = useAlert()
  const [leaving, setLeaving] = useState(false)
  const isSettled = useRef(false)
  const shown = useRef<{ why: string; dismiss: () => void }>(undefined)

  // The reason shown no longer applies.
  useEffect(() => {
    if (shown.current && shown.current.why !== whyNot) shown.current.dismiss()
  }, [whyNot])

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    if (whyNot) {
      event.preventDefault()
      if (whyNot === 'choose-shipping') return missMethod()
      shown.current = { why: whyNot, dismiss: alert(whyNotText(whyNot, cartView)) }
      return
    }
    const isRepeat = leaving && !isSettled.current
    isSettled.current = false
    if (isRepeat) {
      event.preventDefault()
      return
    }
    const read = checkTyped(new FormData(event.currentTarget))
    if ('message' in read) {
      event.preventDefault()
      missTyped(read.errors)
      return void alert(read.message)
    }
    setLeaving(true)
    const stepsUnderWay = underWay()
    if (!stepsUnderWay) return // the browser posts the form
    event.preventDefault()
    const form = event.currentTarget
    void stepsUnderWay.then((areMade) => {
      // What is paid is the cart that the buyer sees.
      if (!areMade) return setLeaving(false)
      isSettled.current = true
      form.requestSubmit()
    })
  }

  return (
    <form
      id={id}
      data-gift={takesGifts}
      method="post"
      action={paths.createCheckoutSession()}
      onSubmit={onSubmit}
      className={stack(1)}
    >
      {shipTo && <input type="hidden" name="shipTo" value={shipTo.join(', ')} />}
      {!id && <TypedFields />}
      {!asLink && <Statement centered />}
      <CaptchaField place="checkout" />
      {asLink ? (
        <button className={classes(letters.link, styles.link)} aria-busy={leaving || undefined}>
          {leaving ? cartCopy.checkingOut : cardCopy.elsewhere}
        </button>
      ) : (
        <div className={classes(cluster([1, 3], { align: 'end' }), styles.charge)}>
          {total}
          <Button inactive={whyNot !== null || leaving} aria-busy={leaving || undefined}>
            {leaving ? cartCopy.checkingOut : cartCopy.checkout}
          </Button>
        </div>
      )}
    </form>
  )
}
