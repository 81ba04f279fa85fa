import { useId } from 'react'
import { Form, Link } from 'react-router'

import { adminWinesCopy as copy } from '#domain/copy/admin-wines.ts'
import { formatPrice } from '#domain/money.ts'
import type { ListedWines } from '#use-cases/catalogue/list-wines.ts'
import { paths } from '#domain/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { UnbrokenWords } from '#web/ui/unbroken.tsx'

import styles from './wines-table.module.css'

type Wine = Extract<ListedWines, { ok: true }>['wines'][number]
type Refused = { productId: string; typed: string; error: string } | null

const count = (figure: number) => figure.toLocaleString('en-US')

const nameOf = ({ title, subtitle }: Wine) => `${title}, ${subtitle}`

const leftOf = ({ stock, held, sold, promised }: Wine) => {
  if (stock === null) return copy.noLimit
  return stock - held - sold - promised > 0 ? count(stock - held - sold - promised) : copy.soldOut
}

/** Every wine with its counts; its total stock can be set in its row. */
export function WinesTable({ wines, refused }: { wines: readonly Wine[]; refused: Refused }) {
  return (
    <>
      <p className={styles.intro}>{copy.intro}</p>
      <DataTable label={copy.title} stacked>
        <thead>
          <tr>
            <th scope="col">{copy.wine}</th>
            <th scope="col">{copy.release}</th>
            {[copy.price, copy.held, copy.sold, copy.left].map((label) => (
              <th key={label} scope="col" data-numeric>
                {label}
              </th>
            ))}
            <th scope="col">{copy.stock}</th>
            <th scope="col">{copy.log}</th>
          </tr>
        </thead>
        <tbody>
          {wines.map((wine) => (
            <Row
              key={wine.id}
              wine={wine}
              refused={refused?.productId === wine.id ? refused : null}
            />
          ))}
        </tbody>
      </DataTable>
    </>
  )
}

function Row({ wine, refused }: { wine: Wine; refused: Refused }) {
  const figures = [
    [copy.price, formatPrice(wine.priceCents)],
    [copy.held, count(wine.held)],
    [copy.sold, count(wine.sold)],
    [copy.left, leftOf(wine)],
  ] as const
  return (
    <tr>
      <th scope="row" data-label={copy.wine}>
        <span>
          <Link to={paths.wine(wine.id)}>{wine.title}</Link>{' '}
          <span className={styles.subtitle}>
            <UnbrokenWords text={wine.subtitle} />
          </span>
        </span>
      </th>
      <td data-label={copy.release}>{copy.releases[wine.releaseState]}</td>
      {figures.map(([label, figure]) => (
        <td key={label} data-numeric data-label={label}>
          {figure}
        </td>
      ))}
      <td data-label={copy.stock}>
        <StockForm key={String(wine.stock)} wine={wine} refused={refused} />
      </td>
      <td data-label={copy.log}>
        <Link
          to={paths.auditLog({ subject: `wine:${wine.id}` })}
          aria-label={copy.logOf(nameOf(wine))}
        >
          {copy.logLink}
        </Link>
      </td>
    </tr>
  )
}

/** `from` is the stock that was shown, for optimistic locking. */
function StockForm({ wine, refused }: { wine: Wine; refused: Refused }) {
  const id = useId()
  const name = nameOf(wine)
  return (
    <Form method="post" preventScrollReset className={styles.form}>
      <input type="hidden" name="wine" value={wine.id} />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="from" value={wine.stock ?? ''} />
      <input
        name="stock"
        className={styles.input}
        inputMode="numeric"
        autoComplete="off"
        aria-label={copy.stockOf(name)}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? id : undefined}
        defaultValue={refused?.typed ?? wine.stock ?? ''}
      />
      <Button kind="secondary" aria-label={copy.saveOf(name)}>
        {copy.save}
      </Button>
      {refused && (
        <p id={id} role="alert" className={styles.error}>
          {refused.error}
        </p>
      )}
    </Form>
  )
}
