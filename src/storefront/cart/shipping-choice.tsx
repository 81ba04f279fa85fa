import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import {
  isShippingMethod,
  shippingMethodName,
  shippingMethods,
  shippingPrice,
} from '#catalogue/destinations/shipping.rules.ts'
import { cartCopy, pickupNote, whyNotCheckoutSentence } from '#checkout/cart/cart.copy.ts'
import { itemCount } from '#checkout/cart/cart.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { usePageUrl } from '#platform/layout/use-page-url.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { ends, letters, stack } from '#ui/layout.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { useTypedBeforeHydration } from '#ui/use-typed-before.ts'

import { useCart } from './cart-provider.tsx'

/** The three methods with their prices for the current number of cases. */
export function ShippingChoice({ inPanel = false }: { inPanel?: boolean }) {
  const { cart, change, timesMethodMissed } = useCart()
  const here = usePageUrl(inPanel)
  const items = itemCount(cart)
  const choose = (method: ShippingMethod) => change({ kind: 'choose-shipping', method })
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [params] = useSearchParams()
  const isInUse = inPanel === (params.get('cart') === 'open')
  const isMissed = isInUse && timesMethodMissed > 0 && cart.shipping === null
  useEffect(() => {
    if (isMissed && timesMethodMissed > 0) form.current?.scrollIntoView({ block: 'nearest' })
  }, [isMissed, timesMethodMissed])
  useTypedBeforeHydration(form, (name, value) => {
    if (name === 'method' && isShippingMethod(value) && value !== cart.shipping) choose(value)
  })
  return (
    // Autocomplete off, so that the browser does not restore a choice of an older page.
    <form ref={form} method="post" action={paths.cart()} autoComplete="off" className={stack(2)}>
      <input type="hidden" name="kind" value="choose-shipping" />
      <input type="hidden" name="to" value={here} />
      <RadioGroup
        legend={cartCopy.shipping}
        name="method"
        value={cart.shipping ?? ''}
        onChange={({ target }) => isShippingMethod(target.value) && choose(target.value)}
        error={
          isMissed && (
            <span key={timesMethodMissed} role="alert">
              {whyNotCheckoutSentence['choose-shipping']}
            </span>
          )
        }
        options={shippingMethods.map((method) => ({
          value: method,
          label: <MethodLabel method={method} items={items} />,
          ...(method === 'pickup' && { detail: pickupNote }),
        }))}
      />
      {!isHydrated && (
        <Button kind="secondary" data-late>
          {cartCopy.takeMethod}
        </Button>
      )}
    </form>
  )
}

function MethodLabel({ method, items }: { method: ShippingMethod; items: number }) {
  const price = shippingPrice(method, items)
  return (
    <span className={ends(2)}>
      <span>{shippingMethodName[method]}</span>{' '}
      {price !== null && <span className={letters.figures}>{formatAmount(price)}</span>}
    </span>
  )
}
