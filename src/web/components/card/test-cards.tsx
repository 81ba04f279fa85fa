import { useState } from 'react'

import { cardCopy } from '#domain/copy/card.ts'
import { Button } from '#web/ui/button.tsx'

import styles from './test-cards.module.css'

const cards = [
  { label: cardCopy.goodCard, number: '4242 4242 4242 4242' },
  { label: cardCopy.declinedCard, number: '4000 0000 0000 0002' },
] as const

/**
 * Two buttons for trying the panel, where developer tools are on. A stand-in's field is filled in;
 * the provider's own lets nobody in, so the number to type is told.
 */
export function TestCards({ scriptUrl }: { scriptUrl: string }) {
  const [told, setTold] = useState('')
  const isProvider = new URL(scriptUrl).hostname.endsWith('.stripe.com')
  function show(number: string) {
    if (isProvider) setTold(cardCopy.typeCard(number))
    else window.postMessage({ type: 'stand-in:fill', card: number.replaceAll(' ', '') }, '*')
  }
  return (
    <div className={styles.tests} role="group" aria-label={cardCopy.tests}>
      {cards.map(({ label, number }) => (
        <Button key={label} type="button" kind="quiet" onClick={() => show(number)}>
          {label}
        </Button>
      ))}
      <output className={styles.told}>{told}</output>
    </div>
  )
}
