import type { FormEvent } from 'react'
import { useRef, useState } from 'react'

import { cardCopy } from '#domain/copy/card.ts'
import { whyNotCheckoutSentence } from '#domain/copy/cart.ts'
import type { CardPanel } from '#use-cases/checkout/view-card-panel.ts'
import { useCart } from '#web/components/cart/cart-provider.tsx'
import { paths } from '#web/paths.ts'
import { useAlert } from '#web/ui/alerts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useScripted } from '#web/ui/use-scripted.ts'

import styles from './card-form.module.css'
import { payWithCard } from './pay-with-card.ts'
import { TestCards } from './test-cards.tsx'
import { useCardField } from './use-card-field.ts'

type Props = { panel: CardPanel; hasTestCards: boolean }

const wordsWhile = { paying: cardCopy.paying, bank: cardCopy.askingBank } as const

/** The provider's card field and the button that pays. A second press is the first one. */
export function CardForm({ panel, hasTestCards }: Props) {
  const { totals, whyNot, underWay } = useCart()
  const alert = useAlert()
  const [message, setMessage] = useState(panel.problem)
  const [step, setStep] = useState<keyof typeof wordsWhile | null>(null)
  const isUnderWay = useRef(false)
  const { state, field, place } = useCardField(panel, totals.total, () => setMessage(null))

  const isScripted = useScripted()
  const asks = panel.owner.address ? 'card' : 'card and address'
  const problem = state === 'failed' ? cardCopy.noField : message

  async function pay() {
    await underWay()
    if (!field) return { message: cardCopy.noField }
    return payWithCard(field, { amount: totals.total, panel, onBank: () => setStep('bank') })
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isUnderWay.current || state === 'loading') return
    if (whyNot) return alert(whyNotCheckoutSentence[whyNot])
    isUnderWay.current = true
    setStep('paying')
    setMessage(null)
    const outcome = await pay().catch((error: unknown) => {
      reportError(error)
      return { message: cardCopy.failed }
    })
    if ('paid' in outcome) return window.location.assign(paths.purchaseThanks(outcome.paid))
    isUnderWay.current = false
    setStep(null)
    setMessage(outcome.message)
  }

  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
      <div className={styles.room} data-asks={state === 'failed' ? undefined : asks}>
        {state === 'loading' && <p className={styles.coming}>{cardCopy.loading}</p>}
        <div ref={place} className={styles.field} inert={step !== null} />
      </div>
      <p className={styles.message} role="alert">
        {problem && (
          <>
            <Icon name="cross" /> {problem}
          </>
        )}
      </p>
      {hasTestCards && <TestCards scriptUrl={panel.field.scriptUrl} />}
      <Button
        // Without its script it would only ask for the page again.
        type={isScripted ? 'submit' : 'button'}
        inactive={whyNot !== null || step !== null || state !== 'ready'}
        aria-busy={step !== null || undefined}
      >
        {step ? wordsWhile[step] : cardCopy.pay(totals.total)}
      </Button>
      <p className={styles.quiet}>{cardCopy.kept}</p>
    </form>
  )
}
