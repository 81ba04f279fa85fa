import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import {
  differenceName,
  differenceSentence,
  reconciliationCopy as copy,
} from './reconciliation.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { filterOf } from '#platform/list/list-toolbar.tsx'
import { ShopMoment } from '#platform/text/dates.tsx'
import { EarlierReconciliations } from './earlier-checks.tsx'
import { ReconciliationResult } from './reconciliation-result.tsx'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { loadList } from '#platform/list/list-route.ts'
import { Button } from '#ui/button.tsx'
import { letters } from '#ui/layout.ts'

import type { Route } from './+types/reconciliation.page'
import { differenceList } from './difference-list.store.server.ts'
import styles from './reconciliation.page.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader(args: Route.LoaderArgs) {
  const { context } = args
  const { shop, viewer } = callerOf(context)
  const [loaded, viewed] = await Promise.all([
    loadList(differenceList, args),
    shop.viewReconciliation(viewer),
  ])
  if (!viewed.ok) throw httpError(403)
  return { ...loaded, checks: viewed.checks }
}

export async function action({ context }: Route.ActionArgs) {
  permitted(await context.get(shopContext).requestReconciliation(memberOf(context)))
  return redirectWithFlash(paths.reconciliation(), { tone: 'info', sentence: copy.asked }, context)
}

const columns: readonly Column<ListRow<typeof differenceList>>[] = [
  {
    label: copy.difference,
    part: 'name',
    cell: ({ difference }) => (
      <span className={styles.sentence}>{differenceSentence(difference)}</span>
    ),
  },
  { label: copy.kind, part: 'line', cell: ({ difference }) => differenceName[difference.kind] },
  { label: copy.when, cell: ({ foundAt }) => <ShopMoment at={foundAt} /> },
]

const filters = [
  filterOf('which', copy.which, copy.any, [['latest', copy.latest]]),
  filterOf('kind', copy.kind, copy.anyKind, Object.entries(differenceName)),
  { name: 'from', label: copy.from },
  { name: 'to', label: copy.to },
]

export default function ReconciliationPage({ loaderData }: Route.ComponentProps) {
  const { list, isStale, checks } = loaderData
  const [latest, ...earlier] = checks
  return (
    <ListPage
      name="differences"
      {...{ list, isStale, copy, columns, filters }}
      rowKey={({ id }) => String(id)}
      actions={
        <form method="post">
          <Button kind="secondary">{copy.check}</Button>
        </form>
      }
      note={
        <>
          <p className={letters.intro}>{copy.intro}</p>
          {latest ? <ReconciliationResult check={latest} /> : <p>{copy.never}</p>}
        </>
      }
    >
      {earlier.length > 0 && <EarlierReconciliations checks={earlier} />}
    </ListPage>
  )
}
