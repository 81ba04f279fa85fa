import { useId } from 'react'
import { Form, Link } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { count } from '#platform/admin/admin.copy.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { formatPrice } from '#platform/text/money.rules.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { RowsTable } from '#ui/data-table.tsx'
import { control } from '#ui/field.tsx'
import { cluster, letters } from '#ui/layout.ts'
import { UnbrokenWords } from '#ui/unbroken.tsx'

import { setStock } from '../stock/set-stock.actions.server.ts'
import type { Route } from './+types/wines.page'
import { adminWineCopy, adminWinesCopy as copy } from './admin-wines.copy.ts'
import { winesForStaff } from './staff-wines.store.server.ts'

import styles from './wines-table.module.css'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'set-stock',
  load: async ({ db }) => ({ wines: await winesForStaff(db) }),
  actions: {},
})
export const loader = page.loader
export const action = pageAction(setStock)

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export default function Wines({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage
      title={copy.title}
      actions={
        <ButtonLink kind="secondary" href={paths.newWine()}>
          {adminWineCopy.add}
        </ButtonLink>
      }
    >
      <WinesTable wines={loaderData.wines} sent={actionData} />
    </AdminPage>
  )
}

type Wine = Route.ComponentProps['loaderData']['wines'][number]

const nameOf = ({ title, subtitle }: Wine) => `${title}, ${subtitle}`

/** What is in payment or promised may still come back: sold out is only what is paid. */
const leftOf = ({ stock, held, sold, promised }: Wine) => {
  if (stock === null) return copy.noLimit
  return sold >= stock ? 'Sold out' : count(stock - held - sold - promised)
}

/** Every wine with its counts; its total stock can be set in its row. */
function WinesTable({ wines, sent }: { wines: readonly Wine[]; sent: Sent | undefined }) {
  return (
    <>
      <p className={letters.intro}>
        Leave “In all” empty for no limit. It can’t be less than what is sold, promised or in
        payment.
      </p>
      <RowsTable
        label={copy.title}
        stacked
        rows={wines}
        rowKey={({ id }) => id}
        columns={[
          {
            label: 'Wine',
            headsRow: true,
            cell: (wine) => (
              <>
                <Link to={paths.wine(wine.id)}>{wine.title}</Link>{' '}
                <span className={letters.quiet}>
                  <UnbrokenWords text={wine.subtitle} />
                </span>
              </>
            ),
          },
          { label: copy.release, cell: copy.sale },
          { label: copy.price, numeric: true, cell: ({ priceCents }) => formatPrice(priceCents) },
          { label: copy.held, numeric: true, cell: ({ held }) => count(held) },
          { label: copy.promised, numeric: true, cell: ({ promised }) => count(promised) },
          { label: copy.sold, numeric: true, cell: ({ sold }) => count(sold) },
          { label: copy.left, numeric: true, cell: leftOf },
          {
            label: copy.stock,
            cell: (wine) => (
              <StockForm
                key={String(wine.stock)}
                wine={wine}
                sent={sentBy(sent, { wine: wine.id })}
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
                History
              </Link>
            ),
          },
        ]}
      />
    </>
  )
}

/** `from` is the stock that was shown, for optimistic locking. */
function StockForm({ wine, sent }: { wine: Wine; sent: Sent | null }) {
  const id = useId()
  const name = nameOf(wine)
  const error = sent?.errors['stock']
  return (
    <Form method="post" preventScrollReset className={classes(cluster(1), styles.form)}>
      <input type="hidden" name="wine" value={wine.id} />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="from" value={wine.stock ?? ''} />
      <input
        name="stock"
        className={classes(control, styles.input)}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`In all: ${name}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        defaultValue={sent?.values['stock'] ?? wine.stock ?? ''}
      />
      <Button kind="secondary" aria-label={`Save ${name}`}>
        Save
      </Button>
      {error && (
        <p id={id} role="alert" className={classes(letters.bad, styles.error)}>
          {error}
        </p>
      )}
    </Form>
  )
}
