import type { FormEvent } from 'react'
import { useRef, useState } from 'react'

import { captchaField } from '#accounts/captcha/captcha.rules.ts'
import { CaptchaField } from '#accounts/captcha/captcha.tsx'
import { renewCaptcha } from '#accounts/captcha/renew-captcha.ts'
import { cardCopy } from '#checkout/card/card.copy.ts'
import type { Outcome } from '#checkout/card/pay-with-card.ts'
import { outcomeOfUnanswered, payWithCard, payWithKeptCard } from '#checkout/card/pay-with-card.ts'
import { TestCards } from '#checkout/card/test-cards.tsx'
import { useCardField } from '#checkout/card/use-card-field.ts'
import type { CardPanel } from '#checkout/card/view-card-panel.actions.server.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useAlert } from '#ui/alerts.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { letters } from '#ui/layout.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

import { useCart } from '../cart/cart-provider.tsx'
import { elsewhereForm, Statement, checkTyped } from '../cart/typed-fields.tsx'
import { whyNotText } from '../cart/why-not-text.ts'

import styles from './card-form.module.css'

type Props = { panel: CardPanel; hasTestCards: boolean }

const keepField = 'keep'

const wordsWhile = { paying: cardCopy.paying, bank: cardCopy.askingBank } as const

/** The provider's card field and the pay button. A second press is ignored. */
export function CardForm({ panel, hasTestCards }: Props) {
  const cartView = useCart()
  const { totals, whyNot, underWay, missMethod, missTyped } = cartView
  const alert = useAlert()
  const [message, setMessage] = useState(panel.problem)
  const [step, setStep] = useState<keyof typeof wordsWhile | null>(null)
  const [keptCardId, setKeptCardId] = useState(panel.keptCards[0]?.id ?? '')
  const isUnderWay = useRef(false)
  const unanswered = useRef<string>(undefined)
  const { state, field, place } = useCardField(panel, totals.charged, () => setMessage(null))

  const isHydrated = useHydrated()
  const collects = panel.owner.address ? 'card' : 'card and address'
  const problem = state === 'failed' ? cardCopy.noField : message

  async function pay(form: FormData): Promise<Outcome> {
    await underWay()
    const earlier = unanswered.current && (await outcomeOfUnanswered(unanswered.current))
    if (earlier) return earlier
    if (!field) return { message: cardCopy.noField }
    // The form of the provider's page has what is typed, which is the same for both.
    const elsewhere = document.querySelector<HTMLFormElement>(`#${elsewhereForm}`)
    const read = elsewhere ? checkTyped(new FormData(elsewhere)) : { typed: {} }
    if ('message' in read) {
      missTyped(read.errors)
      return read
    }
    const request = {
      amount: totals.charged,
      panel,
      keep: form.has(keepField),
      typed: read.typed,
      captchaResponse: textOf(form, captchaField) || undefined,
      onBank: () => setStep('bank'),
    }
    return keptCardId ? payWithKeptCard(field, keptCardId, request) : payWithCard(field, request)
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isUnderWay.current || state === 'loading') return
    if (whyNot === 'choose-shipping') return missMethod()
    if (whyNot) return alert(whyNotText(whyNot, cartView))
    isUnderWay.current = true
    setStep('paying')
    setMessage(null)
    const outcome = await pay(new FormData(event.currentTarget)).catch(
      (error: unknown): Outcome => {
        reportError(error)
        return { message: cardCopy.failed }
      },
    )
    if ('paid' in outcome) return window.location.assign(paths.purchaseThanks(outcome.paid))
    isUnderWay.current = false
    setStep(null)
    setMessage(outcome.message)
    unanswered.current = outcome.unanswered
    renewCaptcha()
  }

  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
      {panel.keptCards.length > 0 && (
        <RadioGroup
          legend={cardCopy.payWith}
          name="card"
          value={keptCardId}
          onChange={({ target }) => setKeptCardId(target.value)}
          options={[
            ...panel.keptCards.map((card) => ({ value: card.id, label: cardCopy.keptCard(card) })),
            { value: '', label: cardCopy.otherCard },
          ]}
        />
      )}
      <div
        hidden={keptCardId !== ''}
        className={styles.frame}
        data-collects={state === 'failed' ? undefined : collects}
      >
        {state === 'loading' && (
          <p className={classes(letters.note, styles.coming)}>{cardCopy.loading}</p>
        )}
        <div ref={place} className={styles.field} inert={step !== null} />
      </div>
      {!keptCardId && <Checkbox label={cardCopy.keep} hint={cardCopy.keepHint} name={keepField} />}
      <p className={styles.message} role="alert">
        {problem && (
          <>
            <Icon name="cross" /> {problem}
          </>
        )}
      </p>
      {hasTestCards && <TestCards scriptUrl={panel.field.scriptUrl} />}
      <CaptchaField place="checkout" />
      <Statement />
      <Button
        // Before hydration a submit would only reload the page.
        type={isHydrated ? 'submit' : 'button'}
        inactive={whyNot !== null || step !== null || state !== 'ready'}
        aria-busy={step !== null || undefined}
      >
        {step
          ? wordsWhile[step]
          : totals.shipping === null
            ? cardCopy.payLater
            : cardCopy.pay(totals.charged)}
      </Button>
    </form>
  )
}
