import { expect, test } from 'vitest'

import { CartContext } from '#storefront/cart/cart-provider.tsx'
import { expectParts, pageWith, partText } from '#tests/harness/what-parts-say.tsx'

import DashboardPage from './dashboard.page.tsx'
import Members from './members.page.tsx'

const wine = (title: string, change: object = {}) => ({
  ...{ id: title, title, price: 45_000, subtitle: '3-pack of 750ml', image: 'none' },
  ...{ releaseState: 'on-sale', available: null, ...change },
})
const allocated = (units: number, change: object = {}) => ({
  ...{ kind: 'allocated', promise: null, phase: 'open', isRehearsal: false },
  ...{ opensAt: '2027-03-05T17:00:00Z', closesAt: '2027-03-13T01:00:00Z' },
  own: { units, bought: 0, left: units, usable: units, opensAt: null, keptUntil: null },
  ...change,
})

function page(products: object[], club: object = { isClubMember: false, level: 0 }) {
  return {
    part: (
      <CartContext value={{ products } as never}>
        {pageWith(DashboardPage, { loaderData: club })}
      </CartContext>
    ),
    at: '/members/dash',
  }
}

test('what the dashboard offers', () => {
  const later = { ...allocated(1).own, usable: 0, opensAt: '2027-03-06T17:00:00Z' }
  expectParts(
    'dashboard',
    {
      'a wine on sale': page([
        wine('2021 Malbec', { releaseState: 'closed' }),
        wine('2022 Malbec'),
      ]),
      'one that is announced': page([
        wine('2021 Malbec', { releaseState: 'closed' }),
        wine('2023 Malbec', { releaseState: 'announced', price: 48_000 }),
      ]),
      'nothing but closed ones': page([wine('2021 Malbec', { releaseState: 'closed' })]),
      'what is set aside': page([
        wine('2022 Malbec', { release: allocated(2) }),
        wine('2021 Blend', { release: allocated(1, { own: later }) }),
      ]),
      'what was set aside and is sold out': page([
        wine('2022 Malbec', { release: allocated(3), available: 0 }),
      ]),
      'what was set aside in a closed release': page([
        wine('2022 Malbec', { release: allocated(2, { phase: 'closed' }) }),
      ]),
      'a club member without a level': page([], { isClubMember: true, level: 0 }),
      'a club member of a level': page([], { isClubMember: true, level: 12 }),
    },
    { asChanges: true },
  )
})

test('the landing greets, shows the view that is asked for, and thanks', () => {
  const none = { lines: [], shipping: null }
  const totals = { items: 0, subtotal: 0, shipping: null, total: 0, tax: 0, charged: 0 }
  const landing = (content: object, thanks: object | null = null) =>
    partText({
      part: (
        <CartContext
          value={
            { cart: none, products: [], totals, taxPercent: 7.25, timesMethodMissed: 0 } as never
          }
        >
          {pageWith(Members, { loaderData: { firstName: 'Ana', thanks, content } })}
        </CartContext>
      ),
      at: '/members',
    })
  const history = { orders: [], page: 1, hasMore: false }
  const shown = landing({ view: 'orders', history })
  expect(shown).toEqual([
    ...['# Hello, Ana', 'Welcome to your account!', '«Your account»'],
    ...['[Current Release](/members?view=current)', '[Dashboard](/members?view=dash)'],
    ...['[→Order History](/members?view=orders)', '[Account Details](/members?view=account)'],
    ...['«Order History»', "You haven't made any orders yet."],
    '[Start Shopping](/members?view=current)',
  ])
  const order = { id: 'o', number: '1042', by: '', isPickup: false, shipsFrom: null, to: [] }
  const thanked = landing({ view: 'orders', history }, { ...order, wines: ['1 × 2022 Malbec'] })
  expect(thanked.slice(shown.length, -2)).toEqual([
    ...['--- dialog', '(open)', '## Thank you for your purchase!', 'Order K-1042'],
    '1 × 2022 Malbec',
  ])
  expect(landing({ view: 'dash', isClubMember: true, level: 12 })).toContain(
    '[→Dashboard](/members?view=dash)',
  )
})
