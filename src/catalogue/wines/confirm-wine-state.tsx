import { Form } from 'react-router'

import type { ReleaseState } from './catalogue.rules.ts'
import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import styles from './wine.module.css'

type Props = {
  wine: { id: string; version: number; stock: number | null }
  to: ReleaseState
  carts: number
  error: string | null
}

/** Says what a change of sale does to customers and their carts, and asks. */
export function ConfirmWineState({ wine, to, carts, error }: Props) {
  return (
    <Form method="post" className={styles.form}>
      {error && <Notice tone="bad">{error}</Notice>}
      <p>{copy.stateDoes[to]}</p>
      <p>{copy.cartsWithIt(carts)}</p>
      {to === 'on-sale' && wine.stock === null && (
        <Notice>Its stock has no limit: it will not sell out.</Notice>
      )}
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="version" value={wine.version} />
      <div className={cluster([1, 2])}>
        <Button>Yes, do it</Button>
        <ButtonLink href={paths.wine(wine.id)} kind="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}
