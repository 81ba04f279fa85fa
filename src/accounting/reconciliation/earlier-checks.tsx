import type { Reconciliation } from './reconciliation.store.server.ts'
import { reconciliationCopy as copy } from './reconciliation.copy.ts'

import { resultOf } from './reconciliation-result.tsx'
import type { Column } from '#platform/admin/admin-table.tsx'
import { AdminTable } from '#platform/admin/admin-table.tsx'
import { ShopMoment } from '#platform/text/dates.tsx'

const columns: readonly Column<Reconciliation>[] = [
  { label: copy.when, cell: (check) => <ShopMoment at={check.startedAt} /> },
  { label: copy.by, cell: (check) => check.requestedBy ?? copy.nightly },
  {
    label: copy.result,
    cell: (check) => (check.finishedAt ? resultOf(check) : copy.unfinished),
  },
]

/** The results of earlier reconciliations. */
export const EarlierReconciliations = ({ checks }: { checks: readonly Reconciliation[] }) => (
  <section>
    <h2>{copy.earlier}</h2>
    <AdminTable
      label={copy.earlier}
      columns={columns}
      rows={checks}
      rowKey={(check) => String(check.id)}
    />
  </section>
)
