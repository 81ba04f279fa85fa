import type { Product } from '#domain/catalogue.ts'
import { releaseCopy } from '#domain/copy/release.ts'
import { addressWith } from '#web/components/cart/page-address.ts'
import { paths } from '#web/paths.ts'
import { useAlert } from '#web/ui/alerts.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useLocation } from 'react-router'

import styles from './spec-sheet.module.css'

/** Opens the wine's sheet; a wine without one says so. */
export function SpecSheet({ product }: { product: Product }) {
  const alert = useAlert()
  const { pathname, search } = useLocation()
  if (product.specSheet) {
    return (
      <ButtonLink
        kind="quiet"
        href={paths.pdf(product.specSheet)}
        target="_blank"
        rel="noopener"
        className={styles.sheet}
      >
        {releaseCopy.specSheet}
        <span className="visually-hidden"> {product.title} (PDF, opens in a new tab)</span>
      </ButtonLink>
    )
  }
  return (
    <ButtonLink
      kind="quiet"
      className={styles.sheet}
      href={addressWith(pathname, search, { notice: 'no-sheet' })}
      onClick={(event) => {
        event.preventDefault()
        alert(releaseCopy.noSheet)
      }}
    >
      {releaseCopy.specSheet} <span className="visually-hidden">{product.title}</span>
    </ButtonLink>
  )
}
