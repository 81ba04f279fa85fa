import { personCopy as copy } from '../personal-data/personal-data.copy.ts'
import type { Person } from './view-person.actions.server.ts'
import { Block } from '#platform/layout/block.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'

const columns: readonly TableColumn<Person['allocations'][number]>[] = [
  { label: copy.release, cell: ({ release }) => release ?? copy.noRelease },
  { label: copy.wine, cell: ({ wine }) => wine },
  { label: copy.units, cell: ({ units }) => units },
  {
    label: copy.bought,
    cell: ({ bought, held }) => (held > 0 ? `${bought} ${copy.inPayment(held)}` : bought),
  },
]

/** What releases and queues allocate to a person, and how much of it was bought. */
export const PersonAllocations = ({ allocations }: Pick<Person, 'allocations'>) => (
  <Block id="allocations" title={copy.allocations}>
    <RowsTable
      label={copy.allocations}
      stacked
      columns={columns}
      rows={allocations}
      rowKey={({ id }) => id}
      none={copy.noAllocations}
    />
  </Block>
)
