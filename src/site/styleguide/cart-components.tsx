import type { ReactNode } from 'react'
import { useState } from 'react'

import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { sampleWine as wine } from '#catalogue/wines/sample-wine.ts'
import type { Cart } from '#checkout/cart/cart.rules.ts'
import { totalsOf } from '#checkout/cart/cart.rules.ts'
import type { CartChange } from '#storefront/cart/cart-change.rules.ts'
import { changedCart } from '#storefront/cart/cart-change.rules.ts'
import { CartLines } from '#storefront/cart/cart-lines.tsx'
import { CartContext } from '#storefront/cart/cart-provider.tsx'
import { CartTotals } from '#storefront/cart/cart-totals.tsx'
import { QuantityControl } from '#storefront/cart/quantity-control.tsx'
import { grid } from '#ui/layout.ts'

import { Chapter } from './chapter.tsx'

const taxPercent = 7.25

const cartOf = (quantity: number): Cart => ({
  lines: quantity > 0 ? [{ productId: wine.id, unitPrice: wine.price, quantity }] : [],
  shipping: quantity > 0 ? 'ground' : null,
})

export function CartParts() {
  return (
    <Chapter title="Quantity and cart line">
      <div className={grid(18, 4)}>
        {[0, 2, 3].map((quantity) => (
          <OwnCart key={quantity} cart={cartOf(quantity)}>
            <QuantityControl product={wine} />
          </OwnCart>
        ))}
      </div>
      <div className={grid(18, 4)}>
        <OwnCart cart={cartOf(2)}>
          <CartLines />
          <CartTotals />
        </OwnCart>
        <OwnCart cart={cartOf(2)} product={{ ...wine, available: 1 }}>
          <CartLines />
        </OwnCart>
        <OwnCart cart={cartOf(3)} product={{ ...wine, titleCart: 'A wine whose name is long' }}>
          <CartLines />
        </OwnCart>
      </div>
    </Chapter>
  )
}

type Props = { cart: Cart; product?: Product; children: ReactNode }

/** A cart that is this page's alone: its buttons work, and nobody is told. */
function OwnCart({ cart: atFirst, product = wine, children }: Props) {
  const [cart, setCart] = useState(atFirst)
  const change = (step: CartChange) => {
    const after = changedCart(cart, step, product)
    if (after.ok) setCart(after.cart)
  }
  const view = {
    cart,
    products: [product],
    totals: totalsOf(cart, taxPercent),
    taxPercent,
    shipToProblem: null,
    shipToState: 'CA',
    whyNot: null,
  }
  return (
    <CartContext
      value={{
        ...view,
        change,
        underWay: () => null,
        timesMethodMissed: 0,
        missMethod: () => {},
        typedErrors: {},
        missTyped: () => {},
      }}
    >
      <div>{children}</div>
    </CartContext>
  )
}
