import { useId } from 'react'
import { Form } from 'react-router'

import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import type { ListView as View } from '#platform/list/list-query.rules.ts'
import { listParams } from '#platform/list/list-query.rules.ts'
import { adminAllocationsCopy as copy } from './admin-allocations.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { buyerLacks } from '../check/release-check.rules.ts'
import { leftOf } from '#catalogue/on-sale/allocation.rules.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import { FileLink } from '#platform/list/file-link.tsx'
import { filterOf } from '#platform/list/list-toolbar.tsx'
import { ListView } from '#platform/list/list-view.tsx'
import { useLiveList } from '#platform/list/use-live-list.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters, stack } from '#ui/layout.ts'

import type { allocationList } from './allocation-list.store.server.ts'
import styles from '../release/release.module.css'

type Row = ListRow<typeof allocationList>
type Refused = {
  id: string
  version: number
  units: string
  wave: string
  note: string
  error: string
} | null

type Props = {
  release: StaffRelease
  list: View<Row>
  isStale: boolean
  refused: Refused
}

/** The people of a release, each with what they may buy, changed in its row. */
export function AllocationsList({ release, list, isStale, refused }: Props) {
  useLiveList('allocations', isStale)
  /** The release is in the path of the page, so it is left out of the query string. */
  const { release: _, ...filters } = list.query.filters
  const query = { ...list.query, filters: filters as typeof list.query.filters }
  const shape = {
    ...list.shape,
    filters: { wave: release.fields.waves.map(({ id }) => id), lacks: buyerLacks },
  }
  const isClosed = release.phase === 'closed'
  const columns = columnsWith(isClosed, refused, release.fields.waves)
  return (
    <section className={classes(stack(2), styles.people)} aria-label={copy.title}>
      <div className={cluster(2, { text: 'tight' })}>
        <FileLink
          href={paths.allocationsFile(release.id, listParams(shape, { ...query, page: 1 }))}
        />
        {!isClosed && (
          <p className={letters.quiet}>Notes are read by staff alone. At most 200 characters.</p>
        )}
      </div>
      <ListView
        label={copy.title}
        {...{ query, shape, columns, isStale }}
        page={list.page}
        rowKey={(row) => row.id}
        pathOf={(params) => paths.release(release.id, 'allocations', params)}
        searchLabel="Name or email"
        filters={[
          filterOf(
            'wave',
            copy.wave,
            copy.anyWave,
            release.fields.waves.map(({ id, name }) => [id, name]),
          ),
          filterOf(
            'lacks',
            'Missing',
            copy.anyWave,
            buyerLacks.map((what) => [what, copy.lacking[what]]),
          ),
        ]}
        empty={{
          list: 'Nobody has an allocation in this release yet.',
          search: 'No allocation matches.',
        }}
      />
    </section>
  )
}

const columnsWith = (
  isClosed: boolean,
  refused: Refused,
  waves: StaffRelease['fields']['waves'],
): readonly Column<Row>[] => {
  const fieldProps = (row: Row) => ({ row, refused: refused?.id === row.id ? refused : null })
  return [
    { label: 'Person', part: 'name', cell: personIn },
    { label: copy.wine, cell: (row) => <span className={styles.wine}>{row.wine}</span> },
    {
      label: copy.wave,
      cell: isClosed
        ? (row) => row.wave || copy.fromOpening
        : (row) => <WaveField {...fieldProps(row)} waves={waves} />,
    },
    {
      label: copy.units,
      cell: isClosed ? (row) => row.units : (row) => <UnitsForm {...fieldProps(row)} />,
    },
    { label: copy.bought, numeric: true, cell: boughtIn },
    { label: copy.left, numeric: true, cell: (row) => leftOf(row) },
    { label: copy.origin, cell: (row) => copy.origins[row.origin] },
    {
      label: copy.note,
      cell: isClosed ? (row) => row.note : (row) => <NoteField {...fieldProps(row)} />,
    },
    { label: 'Last change', sort: 'changed', cell: lastChange },
  ]
}

const lastChange = (row: Row) => (
  <>
    <ShopMoment at={row.changedAt} />
    {row.changedBy && <span className={styles.below}>{`by ${row.changedBy}`}</span>}
  </>
)

const personIn = (row: Row) =>
  row.email ? (
    <>
      {row.name || row.email}
      {row.name && <span className={styles.below}>{row.email}</span>}
    </>
  ) : (
    copy.deleted
  )

/** Units bought, and below them the units in an open checkout, if any. */
const boughtIn = (row: Row) => (
  <>
    {row.bought}
    {row.held > 0 && <span className={styles.below}>{`and ${row.held} in payment`}</span>}
  </>
)

const nameOf = ({ name, email }: Row) => (email ? `${name} ${email}`.trim() : copy.deleted)

type FieldProps = { row: Row; refused: Refused }

/** Id of a row’s form: its fields are in several cells and name it in their `form` attribute. */
const formIdOf = (row: Row) => `allocation-${row.id}`

/** React key of a field: filled anew when the version of the row or of its refused form changes. */
const fieldKey = ({ row, refused }: FieldProps) => `${row.version} ${refused?.version ?? ''}`

function WaveField({
  row,
  refused,
  waves,
}: FieldProps & { waves: StaffRelease['fields']['waves'] }) {
  if (row.origin === 'grant') return copy.fromOpening
  return (
    <select
      key={fieldKey({ row, refused })}
      form={formIdOf(row)}
      name="wave"
      className={styles.choice}
      aria-label={`Wave of ${nameOf(row)}, ${row.wine}`}
      defaultValue={refused?.wave ?? row.waveId ?? ''}
    >
      <option value="">{copy.fromOpening}</option>
      {waves.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

const NoteField = ({ row, refused }: FieldProps) => (
  <input
    key={fieldKey({ row, refused })}
    form={formIdOf(row)}
    name="note"
    className={styles.note}
    maxLength={200}
    autoComplete="off"
    aria-label={`Note on ${nameOf(row)}, ${row.wine}`}
    defaultValue={refused?.note ?? row.note}
  />
)

/** Also sends the version and the values that were shown, for optimistic locking and the merge. */
function UnitsForm({ row, refused }: FieldProps) {
  const id = useId()
  const person = nameOf(row)
  return (
    <Form
      method="post"
      id={formIdOf(row)}
      preventScrollReset
      className={styles.row}
      key={fieldKey({ row, refused })}
    >
      <input type="hidden" name="id" value={row.id} />
      <input type="hidden" name="version" value={refused?.version ?? row.version} />
      <input type="hidden" name="base.units" value={row.units} />
      <input type="hidden" name="base.wave" value={row.waveId ?? ''} />
      <input type="hidden" name="base.note" value={row.note} />
      <input
        name="units"
        className={styles.small}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Units of ${person}, ${row.wine}`}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? id : undefined}
        defaultValue={refused?.units ?? row.units}
      />
      <Button kind="secondary" aria-label={`Save ${person}, ${row.wine}`}>
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
