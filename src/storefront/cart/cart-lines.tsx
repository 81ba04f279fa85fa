import { whyNotAddSentence } from '#catalogue/on-sale/release.copy.ts'
import { refusalInRelease } from '#catalogue/on-sale/releases.copy.ts'
import { Bottle } from '#catalogue/pictures/bottle.tsx'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import type { CartLine } from '#checkout/cart/cart.rules.ts'
import { lineTotal } from '#checkout/cart/cart.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { usePageUrl } from '#platform/layout/use-page-url.ts'
import { useTimeZone } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { classes } from '#ui/classes.ts'
import { letters, stack } from '#ui/layout.ts'
import { isPictureName } from '#ui/pictures.ts'
import { Price } from '#ui/price.tsx'
import { Unbroken } from '#ui/unbroken.tsx'

import { useCart } from './cart-provider.tsx'
import { QuantityControl } from './quantity-control.tsx'

import styles from './cart-lines.module.css'

/** The lines of the cart with their quantity controls. */
export function CartLines() {
  const { cart, products } = useCart()
  return (
    <ul className={classes(stack(2), styles.lines)}>
      {cart.lines.map((line) => {
        const product = products.find(({ id }) => id === line.productId)
        return product && <Line key={line.productId} line={line} product={product} />
      })}
    </ul>
  )
}

function Line({ line, product }: { line: CartLine; product: Product }) {
  return (
    <li className={styles.line}>
      {isPictureName(product.image) && (
        <Bottle three name={product.image} alt="" sizes="4.5rem" className={styles.bottle} />
      )}
      <p className={styles.title}>{product.titleCart}</p>
      <p>
        <Price>{formatAmount(lineTotal(line))}</Price>
      </p>
      <div className={styles.below}>
        <p className={letters.small}>
          <Unbroken>{product.subtitle}</Unbroken> · <Price>{formatAmount(line.unitPrice)}</Price>
        </p>
        <Shortage wanted={line.quantity} product={product} />
      </div>
      <div className={classes(styles.below, styles.steps)}>
        <QuantityControl product={product} inPanel>
          <RemoveLine product={product} />
        </QuantityControl>
      </div>
    </li>
  )
}

/** Why the cart can't have as much of a wine as its line asks for: what is left, or what stops its sale. */
export function Shortage({ wanted, product }: { wanted: number; product: Product }) {
  const timeZone = useTimeZone()
  const whyNot = whyNotAdd(product, wanted)
  if (whyNot === null) return null
  const isSold = whyNot === 'sold-out' || whyNotAdd(product) === null
  return (
    <p className={classes(letters.small, letters.bad)}>
      {isSold
        ? cartCopy.left(Math.max(0, product.available ?? 0))
        : (refusalInRelease(product, timeZone) ?? whyNotAddSentence[whyNot])}
    </p>
  )
}

function RemoveLine({ product }: { product: Product }) {
  const { change } = useCart()
  const here = usePageUrl(true)
  return (
    <form
      method="post"
      action={paths.cart()}
      onSubmit={(event) => {
        event.preventDefault()
        change({ kind: 'set-quantity', productId: product.id, quantity: 0 })
      }}
    >
      <input type="hidden" name="kind" value="set-quantity" />
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="quantity" value="0" />
      <input type="hidden" name="to" value={here} />
      <button className={classes(letters.link, styles.remove)}>
        {cartCopy.remove} <span className="visually-hidden">{product.titleCart}</span>
      </button>
    </form>
  )
}
