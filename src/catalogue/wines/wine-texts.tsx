import { letters, stack } from '#ui/layout.ts'

import type { Product } from './catalogue.rules.ts'

type Texts = Pick<Product, 'descriptionA' | 'descriptionB' | 'description'>

/** What the card of a wine says about it, for buyers and in the preview of staff. */
export const WineTexts = ({ wine }: { wine: Texts }) => (
  <div className={stack(1.5)}>
    {wine.descriptionA && <p>{wine.descriptionA}</p>}
    {wine.descriptionB && <p>{wine.descriptionB}</p>}
    <p className={letters.quiet}>{wine.description}</p>
  </div>
)
