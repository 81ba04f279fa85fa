import { useLocation } from 'react-router'

import { paths } from '#platform/http/paths.rules.ts'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { useAlert } from '#ui/alerts.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

import { releaseCopy } from '../on-sale/release.copy.ts'
import type { Product } from '../wines/catalogue.rules.ts'

/** Opens the wine's spec sheet, or says that there is none. */
export function SpecSheet({ product }: { product: Product }) {
  const alert = useAlert()
  const { pathname, search } = useLocation()
  const asked = `sheet-${product.id}`
  if (product.specSheet) {
    return (
      <ButtonLink kind="quiet" href={paths.pdf(product.specSheet)} target="_blank" rel="noopener">
        {releaseCopy.specSheet}
        <span className="visually-hidden"> {product.title} (PDF, opens in a new tab)</span>
      </ButtonLink>
    )
  }
  const isAsked = new URLSearchParams(search).get('ask') === asked
  return (
    <>
      <ButtonLink
        kind="quiet"
        href={urlWith(pathname, search, { ask: asked })}
        onClick={(event) => {
          event.preventDefault()
          alert(releaseCopy.noSheet)
        }}
      >
        {releaseCopy.specSheet} <span className="visually-hidden">{product.title}</span>
      </ButtonLink>
      {isAsked && <Notice>{releaseCopy.noSheet}</Notice>}
    </>
  )
}
