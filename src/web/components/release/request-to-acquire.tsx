import { Form } from 'react-router'

import type { Product } from '#domain/catalogue.ts'
import { releaseCopy } from '#domain/copy/release.ts'
import { usePageAddress } from '#web/components/cart/page-address.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

/** Tells the house that this member would like the wine. */
export function RequestToAcquire({ product }: { product: Product }) {
  const here = usePageAddress(false)
  return (
    <Form method="post" action={paths.interest()} preventScrollReset>
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
