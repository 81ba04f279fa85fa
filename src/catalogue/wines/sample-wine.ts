import type { Product } from './catalogue.rules.ts'

/** A wine for the style guide. */
export const sampleWine: Product = {
  id: 'malbec-2022',
  title: '2022 Malbec',
  subtitle: '3-pack of 750ml',
  titleCart: '2022 Malbec',
  vintage: 2022,
  specSheet: null,
  image: 'bottle-malbec-2022',
  price: 45_000,
  description: '',
  descriptionA: '',
  descriptionB: '',
  category: { id: 'malbec', name: 'Malbec' },
  releaseState: 'on-sale',
  available: null,
}
