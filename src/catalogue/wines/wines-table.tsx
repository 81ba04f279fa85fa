import { useId } from 'react'
import { Form, Link } from 'react-router'

import { count } from '#platform/admin/admin.copy.ts'
import { adminWinesCopy as copy } from './admin-wines.copy.ts'
import { formatPrice } from '#platform/text/money.rules.ts'
import type { ListedWines } from './view-wine.actions.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { cluster, letters } from '#ui/layout.ts'
import { UnbrokenWords } from '#ui/unbroken.tsx'

import styles from './wines-table.module.css'

type Wine = Extract<ListedWines, { ok: true }>['wines'][number]
type Refused = { productId: string; typed: string; error: string } | null

const nameOf = ({ title, subtitle }: Wine) => `${title}, ${subtitle}`

const leftOf = ({ stock, held, sold, promised }: Wine) => {
  if (stock === null) return copy.noLimit
  return stock - held - sold - promised > 0 ? count(stock - held - sold - promised) : 'Sold out'
}

/** Every wine with its counts; its total stock can be set in its row. */
export function WinesTable({ wines, refused }: { wines: readonly Wine[]; refused: Refused }) {
  return (
    <>
      <p className={letters.intro}>
        How many of each wine there are in all. Leave empty for no limit. What is held for open
        payment pages and what is sold can’t be taken back here.
      </p>
      <RowsTable
        label={copy.title}
        stacked
        rows={wines}
        rowKey={({ id }) => id}
        columns={[
          {
            label: 'Wine',
            cell: (wine) => (
              <span>
                <Link to={paths.wine(wine.id)}>{wine.title}</Link>{' '}
                <span className={letters.quiet}>
                  <UnbrokenWords text={wine.subtitle} />
                </span>
              </span>
            ),
          },
          { label: copy.release, cell: ({ releaseState }) => copy.releases[releaseState] },
          { label: copy.price, numeric: true, cell: ({ priceCents }) => formatPrice(priceCents) },
          { label: copy.held, numeric: true, cell: ({ held }) => count(held) },
          { label: copy.sold, numeric: true, cell: ({ sold }) => count(sold) },
          { label: copy.left, numeric: true, cell: leftOf },
          {
            label: copy.stock,
            cell: (wine) => (
              <StockForm
                key={String(wine.stock)}
                wine={wine}
                refused={refused?.productId === wine.id ? refused : null}
              />
            ),
          },
          {
            label: 'Log',
            cell: (wine) => (
              <Link
                to={paths.auditLog({ subject: `wine:${wine.id}` })}
                aria-label={`History of changes: ${nameOf(wine)}`}
              >
                History of changes
              </Link>
            ),
          },
        ]}
      />
    </>
  )
}

/** `from` is the stock that was shown, for optimistic locking. */
function StockForm({ wine, refused }: { wine: Wine; refused: Refused }) {
  const id = useId()
  const name = nameOf(wine)
  return (
    <Form method="post" preventScrollReset className={cluster(1)}>
      <input type="hidden" name="wine" value={wine.id} />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="from" value={wine.stock ?? ''} />
      <input
        name="stock"
        className={styles.input}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`In all: ${name}`}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? id : undefined}
        defaultValue={refused?.typed ?? wine.stock ?? ''}
      />
      <Button kind="secondary" aria-label={`Save ${name}`}>
        Save
      </Button>
      {refused && (
        <p id={id} role="alert" className={styles.error}>
          {refused.error}
        </p>
      )}
    </Form>
  )
}
