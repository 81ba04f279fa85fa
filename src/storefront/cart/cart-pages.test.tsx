import type { ReactElement } from 'react'
import { test } from 'vitest'

import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { totalsOf, whyCartNotReady } from '#checkout/cart/cart.rules.ts'
import { FlashProvider } from '#platform/layout/flash-notice.tsx'
import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import CardPage from '../card/card.page.tsx'
import Purchase from '../checkout/purchase.page.tsx'
import { CartPanel } from './cart-panel.tsx'
import { CartContext } from './cart-provider.tsx'
import ShipPage from './ship.page.tsx'
import type { CartView } from './view-cart.actions.server.ts'

const products = ['2022 Malbec', '2021 Blend'].map((title, index) => ({
  ...{ id: `wine-${index}`, title, titleCart: `${title}, case`, image: 'none', price: 45_000 },
  ...{ subtitle: '3-pack of 750ml', releaseState: 'on-sale', available: null },
})) as unknown as Product[]

type Shown = Partial<CartView> & {
  shipping?: ShippingMethod
  /** Cases of the first wine set apart for the next order. */
  later?: number
  left?: number
  /** What is otherwise of its wines. */
  wine?: object
  timesMethodMissed?: number
}

/** A part beside a cart with so many cases of each wine. */
function beside(part: ReactElement, quantities: number[], shown: Shown = {}) {
  const { shipping = null, later = 0, left = null, shipToProblem = null, wine, ...change } = shown
  const cart = {
    lines: quantities.map((quantity, index) => ({
      ...{ productId: `wine-${index}`, unitPrice: 45_000 - index * 5_000, quantity },
    })),
    shipping,
    ...(later > 0 && { later: [{ productId: 'wine-0', unitPrice: 45_000, quantity: later }] }),
  }
  const value = {
    ...{ cart, products: products.map((product) => ({ ...product, available: left, ...wine })) },
    ...{ totals: totalsOf(cart, 7.25), taxPercent: 7.25, shipToProblem, shipToState: 'UT' },
    ...{
      whyNot: whyCartNotReady(cart, shipToProblem),
      timesMethodMissed: 0,
      typedErrors: {},
      ...change,
    },
  }
  return <CartContext value={value as never}>{part}</CartContext>
}

const allocated = (phase: string, usable: number) => ({
  ...{ id: 'spring', kind: 'allocated', phase, pauseReason: 'We are counting the cases.' },
  own: { usable, left: usable, opensAt: null },
})

const home = ['Ana Ruiz', '12 Vine Street', 'Napa, CA 94558']

test('what the panel of the cart says', () => {
  const panel = (...of: [number[], Shown?]) => ({
    ...{ part: beside(<CartPanel />, ...of), at: '/members?view=dash&cart=open' },
  })
  expectParts(
    'cart-panel',
    {
      'one case by ground': panel([1], { shipping: 'ground' }),
      empty: panel([]),
      'empty, with a case for the next order': panel([], { later: 1 }),
      'one case, before a method is chosen': panel([1]),
      'a press on Checkout found no method': panel([1], { timesMethodMissed: 1 }),
      'two of one wine and one of another, by ground, and two for the next order': panel([2, 1], {
        ...{ shipping: 'ground', later: 2 },
      }),
      'one left of two': panel([2], { shipping: 'overnight', left: 1 }),
      'sold out meanwhile': panel([1], { shipping: 'overnight', left: 0 }),
      'closed meanwhile': panel([1], { shipping: 'overnight', wine: { releaseState: 'closed' } }),
      'its release is paused, so that an allocation can’t be used': panel([1], {
        ...{ shipping: 'overnight', left: 0, wine: { release: allocated('paused', 0) } },
      }),
      'more than is left of an allocation': panel([2], {
        ...{ shipping: 'overnight', left: 1, wine: { release: allocated('open', 1) } },
      }),
      'all of an allocation is used meanwhile': panel([1], {
        ...{ shipping: 'overnight', left: 0, wine: { release: allocated('open', 0) } },
      }),
      'all that is left, and the most of an order': panel([3], { shipping: 'overnight', left: 3 }),
      'more than an order holds, and more for the next': panel([2, 2], {
        ...{ shipping: 'ground', later: 1 },
      }),
      'it may be a gift': panel([1], { shipping: 'ground', takesGifts: true }),
      'collected, which is no gift': panel([1], { shipping: 'pickup', takesGifts: true }),
      'after a notice': {
        part: (
          <FlashProvider flash={{ tone: 'info', sentence: 'Only one was left.', at: 'cart' }}>
            {beside(<CartPanel />, [1])}
          </FlashProvider>
        ),
        at: '/members?cart=open',
      },
      'a notice while it is closed, after a press on Checkout of the page': {
        part: (
          <FlashProvider flash={{ tone: 'info', sentence: 'Only one was left.', at: 'cart' }}>
            {beside(<CartPanel />, [1], { timesMethodMissed: 1 })}
          </FlashProvider>
        ),
        at: '/members',
      },
    },
    { asChanges: true },
  )
})

test('what the page of the shipping says', () => {
  const page = (to: string[] | null, ...of: [number[], Shown?]) => ({
    part: beside(pageWith(ShipPage, { loaderData: { to } }), ...of),
    at: '/ship',
  })
  expectParts(
    'ship-page',
    {
      'by ground': page(home, [1, 1], { shipping: 'ground' }),
      'nothing in the cart': page(home, []),
      'before a method is chosen': page(home, [1]),
      'a press on Checkout found no method': page(home, [1], { timesMethodMissed: 2 }),
      collected: page(home, [1], { shipping: 'pickup' }),
      'more than an order holds': page(home, [3, 1], { shipping: 'overnight' }),
      'to an address that is not served': page(home, [1], {
        ...{ shipping: 'overnight', shipToProblem: 'state-not-served' },
      }),
      'without an address, before a method is chosen': page(null, [1], {
        shipToProblem: 'no-address',
      }),
      'collected, without an address': page(null, [1], {
        ...{ shipping: 'pickup', shipToProblem: 'no-address' },
      }),
      'collected by who has no name': page(home, [1], {
        ...{ shipping: 'pickup', shipToProblem: 'no-name' },
      }),
      'for who is too young': page(home, [1], { shipping: 'ground', shipToProblem: 'under-21' }),
      'to a state whose rules ask for a birthdate': page(home, [1], {
        ...{ shipping: 'ground', shipToProblem: 'birthdate-needed' },
      }),
      'to a state that is suspended': page(home, [1], {
        ...{ shipping: 'ground', shipToProblem: 'state-suspended' },
        stateSays: 'We are not shipping wine to Ohio at the moment.',
      }),
      'more than the state allows': page(home, [3], {
        ...{ shipping: 'ground', shipToProblem: 'over-volume' },
        stateSays: 'Minnesota lets one person receive 24 bottles a year.',
      }),
      'more than the state allows, and collected': page(home, [3], {
        ...{ shipping: 'pickup', shipToProblem: 'over-volume' },
        stateSays: 'Minnesota lets one person receive 24 bottles a year.',
      }),
      'near the limit of the state': page(home, [1], {
        ...{ shipping: 'ground', stateSays: 'After this order, no more can go.' },
      }),
    },
    { asChanges: true },
  )
})

test('what the page behind a purchase link says', () => {
  const page = (shipTo: string[] | null, quantities: number[], shown?: Shown, answer?: object) => ({
    part: beside(
      pageWith(Purchase, { loaderData: { shipTo }, actionData: answer }),
      quantities,
      shown,
    ),
    at: '/purchase',
  })
  const lacking = { shipToProblem: 'no-address' } as const
  expectParts(
    'purchase-page',
    {
      'a method is still to be chosen': page(home, [1]),
      'one is chosen': page(home, [2, 1], { shipping: 'overnight' }),
      'to an address that is not served': page(home, [1], {
        ...{ shipping: 'ground', shipToProblem: 'po-box' },
      }),
      'without an address': page(null, [1], { ...lacking, shipping: 'ground' }),
      'more than an order holds': page(home, [3, 1], { shipping: 'ground' }),
      'without either': page(null, [1], lacking),
      'collected, without an address': page(null, [1], { ...lacking, shipping: 'pickup' }),
      'an address that came back': page(null, [1], lacking, {
        ...{ values: { address: '1 Main St', city: 'Napa' }, refusal: null },
        errors: { zipCode: 'A ZIP code has five digits, such as 94110.' },
      }),
      'an address that was refused': page(null, [1], lacking, {
        ...{ values: { address: '2 Main St' }, errors: {}, refusal: 'Too many requests.' },
      }),
    },
    { asChanges: true },
  )
})

test('what the card page says', () => {
  const panel = {
    owner: { name: 'Ana Ruiz', email: 'ana@example.com', phone: '', address: null },
    ...{ shipTo: home, keptCards: [], problem: null, settled: null, returnUrl: '' },
    field: { scriptUrl: 'https://js.stripe.com/v3', publicKey: 'pk' },
  }
  const cards = [
    { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2029 },
    { id: 'pm_2', brand: 'mastercard', last4: '4444', expMonth: 12, expYear: 2030 },
  ]
  const page = (change: object, quantities: number[], shown?: Shown) => {
    const loaderData = { panel: { ...panel, ...change }, hasTestCards: 'problem' in change }
    const part = beside(pageWith(CardPage, { loaderData }), quantities, shown)
    return { part, at: '/card' }
  }
  expectParts(
    'card-page',
    {
      'with an amount': page({}, [1, 2], { shipping: 'ground' }),
      'nothing in the cart': page({}, []),
      'before a method is chosen': page({}, [1]),
      'with cards that were kept': page({ keptCards: cards }, [1], { shipping: 'overnight' }),
      'after the bank said no, where cards are tried': page(
        { problem: 'Your card was declined.' },
        [1],
        { shipping: 'ground' },
      ),
      'of what may be a gift': page({}, [1], { shipping: 'ground', takesGifts: true }),
      'without an address': page({ shipTo: null }, [1], {
        ...{ shipping: 'ground', shipToProblem: 'no-address' },
      }),
      'more than an order holds': page({}, [3, 2], { shipping: 'ground' }),
    },
    { asChanges: true },
  )
})
