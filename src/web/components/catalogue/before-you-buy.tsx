import { cartCopy } from '#domain/copy/cart.ts'
import { releaseCopy } from '#domain/copy/release.ts'
import { formatPrice } from '#domain/money.ts'
import {
  shippingMethodName,
  shippingMethods,
  shippingPrices,
  shippingTiers,
} from '#domain/cart/shipping.ts'
import { useCart } from '#web/components/cart/cart-provider.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

import styles from './before-you-buy.module.css'

/** The costs of an order beside the wine, and the requirements for the buyer. */
export function BeforeYouBuy() {
  const { taxPercent } = useCart()
  return (
    <section className={styles.section} aria-labelledby="before-you-buy">
      <h2 id="before-you-buy" className={styles.heading}>
        {releaseCopy.beforeYouBuy}
      </h2>
      <DataTable label={cartCopy.shippingCost} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{cartCopy.shippingCost}</th>
            {shippingTiers.map((count) => (
              <th key={count} scope="col">
                {count === 1 ? '1 case' : `${count} cases`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shippingMethods.map((method) => (
            <tr key={method}>
              <th scope="row">{shippingMethodName[method]}</th>
              {shippingTiers.map((count) => (
                <td key={count}>{formatPrice(shippingPrices[method][count])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
      <ul className={styles.facts}>
        <li>{releaseCopy.taxNote(taxPercent)}</li>
        <li>{cartCopy.signature}</li>
      </ul>
    </section>
  )
}
