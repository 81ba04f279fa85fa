import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import { CartContext } from '../cart/cart-provider.tsx'
import MonoPage from './mono.page.tsx'
import OurWines from './ourwines.page.tsx'

const wine = (title: string, change: object = {}) => ({
  ...{ id: title, title, titleCart: title, vintage: Number(title.slice(0, 4)), price: 45_000 },
  ...{ subtitle: '3-pack of 750ml', image: 'none', specSheet: null, available: null },
  ...{ description: 'Dark.', descriptionA: '', descriptionB: '', releaseState: 'on-sale' },
  ...change,
})
const release = {
  ...{ id: 'r', name: 'Spring', banner: 'Release', text: 'Three parcels.', shipsFrom: null },
  ...{ kind: 'open', promise: null, phase: 'open', isRehearsal: false, pauseReason: '', own: null },
  ...{ opensAt: '2027-03-05T17:00:00Z', closesAt: '2027-03-13T01:00:00Z', announcement: '' },
}
const malbec = wine('2022 Malbec')
const old = wine('2021 Malbec', {
  ...{ specSheet: 'malbec-2021.pdf', price: 44_000, releaseState: 'closed' },
})

test('what the shop shows', () => {
  const shop = (products: object[], preview: object | null = null, at = '/mono') => ({
    part: (
      <CartContext
        value={{ cart: { lines: [], shipping: null }, products, taxPercent: 7.25 } as never}
      >
        {pageWith(MonoPage, { loaderData: { preview } })}
      </CartContext>
    ),
    at,
  })
  expectParts(
    'shop',
    {
      'a wine on sale, and a closed one': shop([malbec, old]),
      'between two releases': shop([]),
      'one announced, and the coming one of whom has the word': shop(
        [wine('2023 Malbec', { releaseState: 'announced', descriptionB: 'Late.' })],
        { title: '2024 Malbec', image: 'none', text: 'It rests.\n\nUntil spring.' },
      ),
      'a release': shop([{ ...malbec, release }]),
      'two releases, and a wine beside them': shop([
        { ...malbec, release },
        wine('2021 Blend', { release: { ...release, id: 'r2', name: 'Library' } }),
        wine('2020 Rosé'),
      ]),
      'where the word is asked for': shop([malbec], null, '/mono?ask=year'),
    },
    { asChanges: true },
  )
})

test('what the page of the wines says of those on sale', () => {
  const page = (current: object | null, released: object[] = [], isSignedIn = false) => ({
    part: pageWith(OurWines, {
      loaderData: { current, closed: current === old ? [] : [old], released },
    }),
    at: '/ourwines',
    ...(isSignedIn && { viewer: {} }),
  })
  const inRelease = (title: string, change: object, releaseState = 'on-sale') =>
    wine(title, { release: { ...release, ...change }, releaseState })
  expectParts(
    'our-wines',
    {
      'between two releases': page(null),
      'one on sale, to who is signed in': page(malbec, [], true),
      'one announced': page(wine('2023 Malbec', { releaseState: 'announced' })),
      'one that is on this page': page({ ...old, releaseState: 'on-sale' }),
      'two in a release': page(malbec, [inRelease('2022 Malbec', {}), inRelease('2021 Blend', {})]),
      'in a release to come': page(malbec, [
        inRelease('2022 Malbec', { phase: 'before' }, 'announced'),
      ]),
      'in a release that is paused': page(malbec, [
        inRelease('2022 Malbec', { phase: 'paused' }, 'announced'),
      ]),
    },
    { asChanges: true },
  )
})
