import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import SearchPage from './search.page.tsx'

type Props = Parameters<typeof SearchPage>[0]

const hit = (title: string, detail: string, href: string) => ({ title, detail, href })
const orders = {
  title: 'Orders',
  hits: [hit('K-1042', 'Paid', '/admin/orders/1042'), hit('K-1041', '', '/admin/orders/1041')],
  all: '/admin/orders?q=10',
}
const wines = { title: 'Wines', hits: [hit('Malbec', '3-pack', '/admin/wines/m')], all: null }

const page = (typed: string, found: readonly object[]) => (
  <SearchPage {...({ loaderData: { typed, found } } as unknown as Props)} />
)

test('what a search found', () => {
  expectParts('search-page', {
    'nothing typed': page('', []),
    'nothing found': page('10', []),
    'more orders than are shown, one wine': page('10', [orders, wines]),
  })
})
