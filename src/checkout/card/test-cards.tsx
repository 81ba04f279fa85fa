import { useState } from 'react'

import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster } from '#ui/layout.ts'

import { cardCopy } from './card.copy.ts'

import styles from './test-cards.module.css'

const cards = [
  { label: cardCopy.goodCard, number: '4242 4242 4242 4242' },
  { label: cardCopy.declinedCard, number: '4000 0000 0000 0002' },
] as const

/**
 * Two buttons for test payments, where developer tools are on. They fill in the fake server's
 * field; the provider's own iframe can't be filled, so the number to type is shown.
 */
export function TestCards({ scriptUrl }: { scriptUrl: string }) {
  const [typedNumber, setTypedNumber] = useState('')
  const isProvider = new URL(scriptUrl).hostname.endsWith('.stripe.com')
  function show(number: string) {
    if (isProvider) setTypedNumber(cardCopy.typeCard(number))
    else window.postMessage({ type: 'fake:fill', card: number.replaceAll(' ', '') }, '*')
  }
  return (
    <div
      className={classes(cluster([0, 2]), styles.tests)}
      role="group"
      aria-label={cardCopy.tests}
    >
      {cards.map(({ label, number }) => (
        <Button key={label} type="button" kind="quiet" onClick={() => show(number)}>
          {label}
        </Button>
      ))}
      <output className={styles.number}>{typedNumber}</output>
    </div>
  )
}
