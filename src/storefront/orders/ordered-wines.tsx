import { keptWines } from '#orders/order/kept-wines.rules.ts'
import { classes } from '#ui/classes.ts'
import { cluster } from '#ui/layout.ts'
import { Picture } from '#ui/picture.tsx'
import { isPictureName } from '#ui/pictures.ts'

import type { ViewedReceipt } from './view-order.actions.server.ts'

import styles from './ordered-wines.module.css'

/** `2 × 2022 Malbec` with its bottle: what the order is about, at its top. */
export const OrderedWines = ({ lines, pictures }: Pick<ViewedReceipt, 'lines' | 'pictures'>) => (
  <ul className={classes(cluster([2, 4]), styles.wines)} data-print="no">
    {keptWines(lines).map(({ productId, quantity, description }) => {
      const picture = pictures[productId] ?? ''
      return (
        <li key={productId} className={styles.wine}>
          {isPictureName(picture) && <Picture name={picture} alt="" sizes="3rem" />}
          <span className={styles.name}>
            {quantity} × {description.split(', ', 1)}
          </span>
        </li>
      )
    })}
  </ul>
)
