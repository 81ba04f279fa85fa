import { consentCopy as copy } from '#accounts/consent/consent.copy.ts'
import type { Consent } from '#accounts/consent/consent.rules.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'

const columns: readonly TableColumn<Consent>[] = [
  { label: copy.at, cell: ({ at }) => <ShopMoment at={at} /> },
  {
    label: copy.verdict,
    cell: ({ kind, verdict, counts }) =>
      `${copy.kinds[kind]}: ${copy.verdicts[verdict]}${counts ? '' : ` (${copy.notCounted})`}`,
  },
  {
    label: copy.source,
    cell: ({ source, by }) => `${copy.sources[source]}${by ? `, ${by}` : ''}`,
  },
  { label: copy.wording, cell: ({ wording }) => wording },
]

/** Every yes and no of an address, newest first. */
export const ConsentLedger = ({ entries }: { entries: readonly Consent[] }) => (
  <RowsTable
    label={copy.title}
    stacked
    columns={columns}
    rows={entries}
    rowKey={({ at, kind, wording }) => `${at.toISOString()} ${kind} ${wording}`}
    none={copy.none}
  />
)
