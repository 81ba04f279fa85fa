import { Form } from 'react-router'

import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { usePageUrl } from '#platform/layout/use-page-url.ts'
import { Button } from '#ui/button.tsx'

/** Sends the winery the user's request for the wine. */
export function RequestToAcquire({ product }: { product: Product }) {
  const here = usePageUrl(false)
  return (
    <Form method="post" action={paths.interest(product.id)} preventScrollReset>
      <input type="hidden" name="in" value="wine" />
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="to" value={here} />
      <Button kind="secondary">
        {releaseCopy.requestToAcquire}
        <span className="visually-hidden"> {product.title}</span>
      </Button>
    </Form>
  )
}
