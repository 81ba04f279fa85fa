import { Form, Link } from 'react-router'

import { releasesCopy as copy } from '#catalogue/on-sale/releases.copy.ts'
import type { WineRelease } from '#catalogue/on-sale/wine-release.rules.ts'
import { mayAskForMore } from '#catalogue/on-sale/wine-release.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { usePageUrl } from '#platform/layout/use-page-url.ts'
import { maxRequestUnits } from '#requests/request.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'

import styles from './release-allocation.module.css'

const choices = Array.from({ length: maxRequestUnits }, (_, index) => {
  const value = String(index + 1)
  return { value, label: value }
})

/** Asks for cases beyond the allocation, where staff take such requests; folded until it is used up. */
export function AskForMore({ product }: { product: Product & { release: WineRelease } }) {
  const here = usePageUrl(false)
  const { own } = product.release
  if (own && own.takesMore && own.askedMore > 0) {
    return (
      <p className={letters.note}>
        {copy.moreAsked(own.askedMore)}
        {own.isAnsweredHere && (
          <>
            {' '}
            <Link to={paths.requests()}>{copy.moreFollow}</Link>
          </>
        )}
      </p>
    )
  }
  if (!mayAskForMore(product.release)) return null
  return (
    <details className={classes(letters.sans, styles.more)} open={own!.left === 0}>
      <summary className={letters.more}>{copy.more}</summary>
      <Form
        method="post"
        action={paths.interest()}
        preventScrollReset
        className={cluster([1.5, 2], { align: 'end' })}
      >
        <input type="hidden" name="in" value="more" />
        <input type="hidden" name="productId" value={product.id} />
        <input type="hidden" name="to" value={here} />
        <SelectField label={copy.moreCases} name="units" defaultValue="1" options={choices} />
        <Button kind="secondary">
          {copy.moreSend}
          <span className="visually-hidden">: {product.title}</span>
        </Button>
        <p className={letters.note}>{copy.moreHint}</p>
      </Form>
    </details>
  )
}
