import type { HeadSite } from '#platform/http/page-meta.ts'
import { decimalAmount } from '#platform/text/money.rules.ts'
import { isPictureName, largestOf } from '#ui/pictures.ts'

import type { Product } from './catalogue.rules.ts'
import { whyNotAdd } from './catalogue.rules.ts'

/** The winery as schema.org data. */
export const organization = (site: HeadSite) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: site.title,
  url: `${site.publicUrl}/`,
  logo: `${site.publicUrl}/icons/icon-512.png`,
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    telephone: site.phone,
    email: site.email,
    areaServed: 'US',
  },
})

/** A wine with its price, for a page that shows both at this address. */
export const productOffer = (product: Product, path: string) => (site: HeadSite) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: `${site.title} ${product.title}`,
  description: product.description,
  category: 'Wine',
  ...(isPictureName(product.image) && { image: site.publicUrl + largestOf(product.image) }),
  brand: { '@type': 'Brand', name: site.title },
  countryOfOrigin: 'AR',
  offers: {
    '@type': 'Offer',
    url: site.publicUrl + path,
    price: decimalAmount(product.price),
    priceCurrency: 'USD',
    availability: `https://schema.org/${availability(product)}`,
    eligibleRegion: 'US',
  },
})

function availability(product: Product): string {
  const reason = whyNotAdd(product)
  if (reason === 'announced' || reason === 'before-release') return 'PreOrder'
  // The page is a visitor's: customers with an allocation can buy it.
  if (reason === 'no-allocation') return 'LimitedAvailability'
  return reason ? 'SoldOut' : 'InStock'
}
