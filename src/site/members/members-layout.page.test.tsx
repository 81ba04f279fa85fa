import { expect, test } from 'vitest'

import { pageWith, partText } from '#tests/harness/what-parts-say.tsx'

import MembersLayout, { ErrorBoundary } from './members-layout.page.tsx'

/** The frame with so many cases in the cart, and so many for the next order. */
function frame(quantity: number, later: number) {
  const line = { productId: 'malbec', unitPrice: 45_000 }
  const view = {
    cart: {
      ...{ lines: quantity > 0 ? [{ ...line, quantity }] : [], shipping: null },
      ...(later > 0 && { later: [{ ...line, quantity: later }] }),
    },
    ...{ products: [], taxPercent: 7.25, shipToProblem: null, shipToState: 'CA', whyNot: null },
    totals: { items: quantity, subtotal: 0, shipping: null, total: 0, tax: 0, charged: 0 },
  }
  const loaderData = { view, isClubMember: false, hasRequests: false }
  return { part: pageWith(MembersLayout, { loaderData }), at: '/members?view=orders' }
}

test('the bar counts what is in the cart and what is kept for the next order', () => {
  const bar = (...of: [number, number]) =>
    partText(frame(...of)).filter((line) => /«Cart/.test(line))
  expect(bar(0, 0)).toEqual(['«Cart, empty» (())'])
  expect(bar(1, 0)).toEqual(['«Cart, 1 item» [1](/members?view=orders&cart=open)'])
  expect(bar(2, 3)).toEqual(['«Cart, 5 items» [5](/members?view=orders&cart=open)'])
})

test('an error of a members’ page is said in the frame of the public pages', () => {
  const error = { status: 404, statusText: '', data: null, internal: false }
  const said = partText(pageWith(ErrorBoundary, { ...({ error } as object) }))
  expect(said).toContain("# Something's missing")
  expect(said).toContain('[Wines](/ourwines)')
})
