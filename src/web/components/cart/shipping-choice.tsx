import { useRef } from 'react'

import { itemCount } from '#domain/cart.ts'
import { cartCopy, pickupNote } from '#domain/copy/cart.ts'
import { formatAmount } from '#domain/money.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import {
  isShippingMethod,
  shippingMethodName,
  shippingMethods,
  shippingPrice,
} from '#domain/shipping.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { useScripted } from '#web/ui/use-scripted.ts'
import { useTypedBefore } from '#web/ui/use-typed-before.ts'

import { useCart } from './cart-provider.tsx'
import { usePageAddress } from './page-address.ts'
import styles from './shipping-choice.module.css'

/** The three methods, each with its price for what the cart holds now. */
export function ShippingChoice({ inPanel = false }: { inPanel?: boolean }) {
  const { cart, change } = useCart()
  const here = usePageAddress(inPanel)
  const items = itemCount(cart)
  const choose = (method: ShippingMethod) => change({ kind: 'choose-shipping', method })
  const isScripted = useScripted()
  const form = useRef<HTMLFormElement>(null)
  useTypedBefore(form, (name, value) => {
    if (name === 'method' && isShippingMethod(value) && value !== cart.shipping) choose(value)
  })
  return (
    // Off, so that only a person's choice stands in it, never what a browser kept of an older page.
    <form ref={form} method="post" action={paths.cart()} autoComplete="off" className={styles.form}>
      <input type="hidden" name="kind" value="choose-shipping" />
      <input type="hidden" name="to" value={here} />
      <RadioGroup
        legend={cartCopy.shipping}
        name="method"
        value={cart.shipping ?? ''}
        onChange={({ target }) => isShippingMethod(target.value) && choose(target.value)}
        options={shippingMethods.map((method) => ({
          value: method,
          label: <MethodLabel method={method} items={items} />,
          ...(method === 'pickup' && { detail: pickupNote }),
        }))}
      />
      {!isScripted && (
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
    <span className={styles.method}>
      <span>{shippingMethodName[method]}</span>{' '}
      {price !== null && <span className={styles.price}>{formatAmount(price)}</span>}
    </span>
  )
}
