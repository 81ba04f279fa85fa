import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'

import { cartCopy, whyNotCheckoutSentence } from '#domain/copy/cart.ts'
import { paths } from '#web/paths.ts'
import { useAlert } from '#web/ui/alerts.tsx'
import type { ButtonKind } from '#web/ui/button.tsx'
import { Button } from '#web/ui/button.tsx'

import styles from './checkout-form.module.css'
import { useCart } from './cart-provider.tsx'

/**
 * Leads to the payment page. A plain form post; with script a second press is the first one, steps
 * still under way are waited for, and an inactive press answers why.
 */
export function CheckoutForm({ kind }: { kind?: ButtonKind }) {
  const { whyNot, underWay } = useCart()
  const alert = useAlert()
  const [leaving, setLeaving] = useState(false)
  const isSettled = useRef(false)
  const said = useRef<{ why: string; takeBack: () => void }>(undefined)

  // What was missing is there now, or something else is.
  useEffect(() => {
    if (said.current && said.current.why !== whyNot) said.current.takeBack()
  }, [whyNot])

  // Back from the payment page by the browser's memory: the button works again.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    if (whyNot) {
      event.preventDefault()
      said.current = { why: whyNot, takeBack: alert(whyNotCheckoutSentence[whyNot]) }
      return
    }
    const isRepeat = leaving && !isSettled.current
    isSettled.current = false
    if (isRepeat) {
      event.preventDefault()
      return
    }
    setLeaving(true)
    const stepsUnderWay = underWay()
    if (!stepsUnderWay) return // the browser posts the form
    event.preventDefault()
    const form = event.currentTarget
    void stepsUnderWay.then(() => {
      isSettled.current = true
      form.requestSubmit()
    })
  }

  return (
    <form
      method="post"
      action={paths.createCheckoutSession()}
      onSubmit={onSubmit}
      className={styles.form}
    >
      <Button kind={kind} inactive={whyNot !== null || leaving} aria-busy={leaving || undefined}>
        {leaving ? cartCopy.checkingOut : cartCopy.checkout}
      </Button>
      <p className={styles.signature}>{cartCopy.signature}</p>
    </form>
  )
}
