import type { Appearance, CustomFontSource, Stripe, StripeElements } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useState } from 'react'

import sans from '#ui/fonts/source-sans.woff2?url'

import { loadCardScript } from './load-card-script.ts'
import type { CardPanel } from './view-card-panel.actions.server.ts'

export type CardField = { stripe: Stripe; elements: StripeElements }

type FieldOnPage = {
  state: 'loading' | 'ready' | 'failed'
  field: CardField | null
  /** Ref of the element that the field is mounted in. */
  place: (target: HTMLElement | null) => void
}

/**
 * Mounts the provider's card field, an iframe of the provider, so that card data never reaches the
 * shop. Its amount follows the cart's total.
 */
export function useCardField(
  { field: { scriptUrl, publicKey }, owner }: CardPanel,
  amount: number,
  onChange: () => void,
): FieldOnPage {
  const [target, place] = useState<HTMLElement | null>(null)
  const [field, setField] = useState<CardField | null>(null)
  const [state, setState] = useState<FieldOnPage['state']>('loading')
  const changed = useEffectEvent(onChange)
  const open = useEffectEvent((stripe: Stripe, on: HTMLElement) => {
    const elements = stripe.elements({
      mode: 'payment',
      amount,
      currency: 'usd',
      allowedPaymentMethodTypes: ['card'],
      appearance,
      fonts: [ownFont()],
    })
    const element = elements.create('payment', {
      fields: { billingDetails: { address: owner.address ? 'never' : 'auto' } },
    })
    element.on('ready', () => setState('ready'))
    element.on('loaderror', () => setState('failed'))
    element.on('change', () => changed())
    element.mount(on)
    setField({ stripe, elements })
    return () => element.destroy()
  })

  useEffect(() => {
    if (!target) return
    let isHere = true
    let close = () => {}
    loadCardScript({ scriptUrl, publicKey }).then(
      (stripe) => {
        if (isHere) close = open(stripe, target)
      },
      () => isHere && setState('failed'),
    )
    return () => {
      isHere = false
      setField(null)
      close()
    }
  }, [scriptUrl, publicKey, target])

  useEffect(() => {
    if (amount > 0) field?.elements.update({ amount })
  }, [field, amount])

  return { state, field, place }
}

/** The shop's own font: the provider's frame loads it from us. */
const ownFont = (): CustomFontSource => ({
  family: 'Source Sans',
  src: `url(${new URL(sans, location.href)})`,
  weight: '400',
})

/** The brand's palette and corners (`ui/tokens.css`) as options of the provider's field. */
const appearance: Appearance = {
  theme: 'flat',
  variables: {
    colorPrimary: '#824f2a',
    colorBackground: '#fdf8ee',
    colorText: '#2b2019',
    colorTextSecondary: '#72563f',
    colorTextPlaceholder: '#72563f',
    colorDanger: '#8f2d22',
    fontFamily: "'Source Sans', 'Helvetica Neue', Arial, sans-serif",
    fontSizeBase: '17px',
    borderRadius: '0px',
    spacingUnit: '4px',
  },
  rules: {
    '.Input': { border: '1px solid #72563f', boxShadow: 'none' },
    '.Input:focus': { border: '1px solid #2b2019', outline: '2px solid #824f2a' },
    '.Input--invalid': { border: '2px solid #8f2d22', boxShadow: 'none' },
    '.Label': { color: '#72563f' },
  },
}
