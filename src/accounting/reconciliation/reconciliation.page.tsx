import { pageAction } from '#platform/action/page-action.server.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import { AdminTable } from '#platform/admin/admin-table.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { atMost, letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { accountingParts } from '../parts.rules.ts'
import type { Route } from './+types/reconciliation.page'
import { differenceList } from './difference-list.store.server.ts'
import { requestReconciliation } from './reconcile.actions.server.ts'
import {
  countSentences,
  differenceColumns,
  differenceName,
  differenceSentence,
  reconciliationCopy,
} from './reconciliation.copy.ts'
import type { Reconciliation } from './reconciliation.store.server.ts'
import { latestReconciliations } from './reconciliation.store.server.ts'

import styles from './reconciliation.page.module.css'

const copy = {
  title: accountingParts.reconciliation.title,
  search: 'Search by order, payment, refund or wine',
  none: 'No reconciliation has found a difference.',
  noneFound: 'No difference matches.',
}

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const shownRuns = 15

export async function loader(args: Route.LoaderArgs) {
  const loaded = await loadList(differenceList, args)
  const { db } = args.context.get(servicesContext)
  return { ...loaded, checks: await latestReconciliations(db, shownRuns) }
}

export const action = pageAction({ compare: requestReconciliation })

const columns: readonly Column<ListRow<typeof differenceList>>[] = [
  {
    label: differenceColumns.difference,
    cell: ({ difference }) => (
      <span className={classes(atMost(44), styles.sentence)}>{differenceSentence(difference)}</span>
    ),
  },
  {
    label: differenceColumns.kind,
    part: 'line',
    cell: ({ difference }) => differenceName[difference.kind],
  },
  { label: differenceColumns.when, cell: ({ foundAt }) => <ShopMoment at={foundAt} /> },
]

export default function ReconciliationPage({ loaderData }: Route.ComponentProps) {
  const { list, isStale, checks } = loaderData
  const [latest, ...earlier] = checks
  return (
    <ListPage
      name="differences"
      {...{ list, isStale, columns }}
      copy={latest ? copy : { ...copy, none: 'No reconciliation has run yet.' }}
      rowKey={({ id }) => String(id)}
      actions={
        <form method="post">
          <Button kind="secondary" name="intent" value="compare">
            Compare now
          </Button>
        </form>
      }
      note={
        <>
          <p className={letters.intro}>
            Every night, orders, refunds, open checkouts and stock are compared with the payment
            provider’s ledger. The latest reconciliation should have no differences.
          </p>
          {latest && <Result check={latest} />}
        </>
      }
    >
      {earlier.length > 0 && (
        <section>
          <h2>Earlier reconciliations</h2>
          <AdminTable
            label="Earlier reconciliations"
            columns={earlierColumns}
            rows={earlier}
            rowKey={(check) => String(check.id)}
          />
        </section>
      )}
    </ListPage>
  )
}

/** The latest reconciliation: its result and what was compared. */
function Result({ check }: { check: Reconciliation }) {
  const { differences, differenceCount, counts, isWhole, spanFrom, spanTo } = check
  const dates = useDates()
  const left = (differenceCount ?? 0) - differences.length
  return (
    <section
      className={stack(2, { width: 56, text: 'sans' })}
      aria-label={dates.moment(check.startedAt)}
    >
      <Notice tone={toneOf(check)}>
        <p>
          <strong>{resultOf(check)}</strong> <ShopMoment at={check.startedAt} />
        </p>
      </Notice>
      {left > 0 && <p>Its first {differences.length.toLocaleString('en-US')} are listed.</p>}
      <p className={letters.quiet}>
        {[
          `From ${dates.day(spanFrom)} to ${dates.day(spanTo)}.`,
          ...(counts ? countSentences(counts) : []),
          ...(isWhole ? [] : [reconciliationCopy.notWhole]),
        ].join(' ')}
      </p>
    </section>
  )
}

const toneOf = ({ finishedAt, hasFailed, differenceCount }: Reconciliation) => {
  if (!finishedAt || hasFailed) return 'info'
  return differenceCount === 0 ? 'good' : 'bad'
}

/** The result of a reconciliation in a few words. */
function resultOf({ finishedAt, hasFailed, differenceCount }: Reconciliation): string {
  if (!finishedAt) return 'Comparing…'
  if (hasFailed) return reconciliationCopy.failed
  return differenceCount === 0
    ? reconciliationCopy.agree
    : reconciliationCopy.differ(differenceCount ?? 0)
}

const earlierColumns: readonly Column<Reconciliation>[] = [
  { label: 'When', cell: (check) => <ShopMoment at={check.startedAt} /> },
  { label: 'Requested by', cell: (check) => check.requestedBy ?? 'Every night' },
  {
    label: 'Result',
    cell: (check) => (check.finishedAt ? resultOf(check) : 'Started, not finished.'),
  },
]
