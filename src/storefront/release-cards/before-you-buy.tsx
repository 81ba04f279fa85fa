import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import {
  shippingMethodName,
  shippingMethods,
  shippingPrices,
  shippingTiers,
} from '#catalogue/destinations/shipping.rules.ts'
import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { formatPrice } from '#platform/text/money.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { RowsTable } from '#ui/data-table.tsx'
import { letters, stack } from '#ui/layout.ts'

import { useCart } from '../cart/cart-provider.tsx'

import styles from './before-you-buy.module.css'

/** The costs of an order beside the wine, and the requirements for the buyer. */
export function BeforeYouBuy() {
  const { taxPercent } = useCart()
  return (
    <section className={styles.section} aria-labelledby="before-you-buy">
      <h2 id="before-you-buy" className={letters.subheading}>
        {releaseCopy.beforeYouBuy}
      </h2>
      <RowsTable
        label={cartCopy.shippingCost}
        dense
        rows={shippingMethods}
        rowKey={(method) => method}
        columns={[
          { label: cartCopy.shippingCost, cell: (method) => shippingMethodName[method] },
          ...shippingTiers.map((count) => ({
            label: plural(count, 'case'),
            numeric: true,
            cell: (method: ShippingMethod) => formatPrice(shippingPrices[method][count]),
          })),
        ]}
      />
      <ul className={stack(1, { text: 'quiet' })}>
        <li>{releaseCopy.taxNote(taxPercent)}</li>
        <li>{cartCopy.signature}</li>
      </ul>
    </section>
  )
}
