import { describe, expect, test } from 'vitest'

import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { organization, productOffer } from '#catalogue/wines/structured-data.ts'

import { pageMeta, unlistedMeta } from './page-meta.ts'

const settings = {
  title: 'Kohue',
  publicUrl: 'https://kohue.example',
  phone: '+1 305 555 0142',
  email: 'hello@kohue.example',
}
const about = { title: 'About us', description: 'Where our wines come from.' }
const at = (pathname: string) => ({
  location: { pathname },
  matches: [{ id: 'root', loaderData: { site: settings } }],
})

describe('the head of a page', () => {
  test('names one address, whatever was asked for, and what a shared link shows', () => {
    const meta = pageMeta(at('/about'), about)
    expect(meta).toContainEqual({ title: 'About us · Kohue' })
    const canonical = { tagName: 'link', rel: 'canonical', href: 'https://kohue.example/about' }
    expect(meta).toContainEqual(canonical)
    expect(meta).toContainEqual({
      property: 'og:image',
      content: 'https://kohue.example/icons/share.jpg',
    })
    expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' })
  })

  test('follows the shop’s title, or has it in its own', () => {
    const site = { ...settings, title: 'Kohue $& Sons' }
    const matches = [{ id: 'root', loaderData: { site } }]
    const to = { location: { pathname: '/' }, matches }
    expect(pageMeta(to, about)[0]).toEqual({ title: 'About us · Kohue $& Sons' })
    const written = { ...about, title: (shop: string) => `${shop}, wines` }
    expect(pageMeta(to, written)[0]).toEqual({ title: 'Kohue $& Sons, wines' })
    expect(unlistedMeta({ location: { pathname: '/' }, matches }, 'Account')[0]).toEqual({
      title: 'Account · Kohue $& Sons',
    })
  })

  test('still has a title when the root could not load', () => {
    expect(pageMeta({ location: { pathname: '/' }, matches: [undefined] }, about)).toEqual([
      { title: 'About us' },
    ])
  })

  test('keeps what is one person’s out of search engines', () => {
    expect(unlistedMeta(at('/members'), 'Account')).toEqual([
      { title: 'Account · Kohue' },
      { name: 'robots', content: 'noindex' },
    ])
  })
})

describe('what is said to search engines', () => {
  const wine = {
    title: '2021 Malbec',
    description: 'One bottle of Malbec.',
    image: 'bottle-malbec-2021',
    price: 15_050,
    releaseState: 'on-sale',
    available: null,
  } as Product

  test('the winery and its contact', () => {
    const [fact] = pageMeta(at('/'), about, (site) => [organization(site)]).slice(-1)
    expect(fact).toMatchObject({
      'script:ld+json': { '@type': 'Organization', contactPoint: { email: settings.email } },
    })
  })

  test.each([
    [{}, 'InStock'],
    [{ available: 0 }, 'SoldOut'],
    [{ releaseState: 'closed' }, 'SoldOut'],
    [{ releaseState: 'announced' }, 'PreOrder'],
    [{ release: { kind: 'open', phase: 'open', own: null } }, 'InStock'],
    [{ release: { kind: 'open', phase: 'before', own: null } }, 'PreOrder'],
    [{ release: { kind: 'allocated', phase: 'before', own: null } }, 'PreOrder'],
    [{ release: { kind: 'allocated', phase: 'open', own: null } }, 'LimitedAvailability'],
    [{ release: { kind: 'allocated', phase: 'closed', own: null } }, 'SoldOut'],
  ])('a wine with price and availability: %o is %s', (change, availability) => {
    const product = { ...wine, ...change } as Product
    expect(productOffer(product, '/offer1')(settings)).toMatchObject({
      name: 'Kohue 2021 Malbec',
      offers: {
        price: '150.50',
        priceCurrency: 'USD',
        url: 'https://kohue.example/offer1',
        availability: `https://schema.org/${availability}`,
      },
    })
  })

  test.each([
    ['bottle-malbec-2021', 'bottle-malbec-2021-1000.webp'],
    ['bottles-trio', 'bottles-trio-1400.webp'],
    ['a'.repeat(64), `${'a'.repeat(64)}-1000.webp`],
    [`${'a'.repeat(64)}-scene`, `${'a'.repeat(64)}-scene-1400.webp`],
  ])('the largest file of its picture: %s', (image, file) => {
    const { image: url } = productOffer({ ...wine, image }, '/offering')(settings)
    expect(url).toBe(`https://kohue.example/pictures/${file}`)
  })
})
