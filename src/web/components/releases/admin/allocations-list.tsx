import { useId } from 'react'
import { Form } from 'react-router'

import type { ListRow } from '#data/admin/lists.ts'
import type { StaffRelease } from '#data/releases/staff-releases.ts'
import type { ListView as View } from '#domain/admin/list-query.ts'
import { listParams } from '#domain/admin/list-query.ts'
import { adminAllocationsCopy as copy } from '#domain/copy/admin-allocations.ts'
import { paths } from '#domain/paths.ts'
import { buyerLacks } from '#domain/releases/release-check.ts'
import { leftOf } from '#domain/releases/allocation.ts'
import type { Column } from '#web/components/admin/admin-table.tsx'
import { FileLink } from '#web/components/admin/file-link.tsx'
import { ListView } from '#web/components/admin/list-view.tsx'
import { useLiveList } from '#web/components/admin/use-live-list.ts'
import { ShopMoment } from '#web/components/dates.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

import styles from './release.module.css'

type Row = ListRow<'allocations'>
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
  const { release: _, ...shown } = list.query.filters
  const query = { ...list.query, filters: shown as typeof list.query.filters }
  const shape = {
    ...list.shape,
    filters: { wave: release.fields.waves.map(({ id }) => id), lacks: buyerLacks },
  }
  const isFixed = release.phase === 'closed'
  const columns = columnsWith(isFixed, refused, release.fields.waves)
  return (
    <section className={classes(styles.part, styles.people)} aria-label={copy.title}>
      <div className={styles.actions}>
        <FileLink
          href={paths.allocationsFile(release.id, listParams(shape, { ...query, page: 1 }))}
        />
        {!isFixed && <p className={styles.quiet}>{copy.noteHint}</p>}
      </div>
      <ListView
        label={copy.title}
        {...{ query, shape, columns, isStale }}
        page={list.page}
        rowKey={(row) => row.id}
        pathOf={(params) => paths.release(release.id, 'allocations', params)}
        searchLabel={copy.search}
        filters={[
          {
            name: 'wave',
            label: copy.wave,
            options: [
              { value: '', label: copy.anyWave },
              ...release.fields.waves.map(({ id, name }) => ({ value: id, label: name })),
            ],
          },
          {
            name: 'lacks',
            label: copy.lacks,
            options: [
              { value: '', label: copy.anyWave },
              ...buyerLacks.map((what) => ({ value: what, label: copy.lacking[what] })),
            ],
          },
        ]}
        nothing={{ yet: copy.none, found: copy.noneFound }}
      />
    </section>
  )
}

const columnsWith = (
  isFixed: boolean,
  refused: Refused,
  waves: StaffRelease['fields']['waves'],
): readonly Column<Row>[] => {
  const inRow = (row: Row) => ({ row, refused: refused?.id === row.id ? refused : null })
  return [
    { label: copy.person, part: 'name', cell: personIn },
    { label: copy.wine, cell: (row) => <span className={styles.wine}>{row.wine}</span> },
    {
      label: copy.wave,
      cell: isFixed
        ? (row) => row.wave || copy.fromOpening
        : (row) => <WaveField {...inRow(row)} waves={waves} />,
    },
    {
      label: copy.units,
      cell: isFixed ? (row) => row.units : (row) => <UnitsForm {...inRow(row)} />,
    },
    { label: copy.bought, numeric: true, cell: boughtIn },
    { label: copy.left, numeric: true, cell: (row) => leftOf(row) },
    { label: copy.origin, cell: (row) => copy.origins[row.origin] },
    {
      label: copy.note,
      cell: isFixed ? (row) => row.note : (row) => <NoteField {...inRow(row)} />,
    },
    { label: copy.changed, sort: 'changed', cell: lastChange },
  ]
}

const lastChange = (row: Row) => (
  <>
    <ShopMoment at={row.changedAt} />
    {row.changedBy && <span className={styles.below}>{copy.by(row.changedBy)}</span>}
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

/** What is in payment stands below what is bought, where there is any. */
const boughtIn = (row: Row) => (
  <>
    {row.bought}
    {row.held > 0 && <span className={styles.below}>{copy.inPayment(row.held)}</span>}
  </>
)

const nameOf = ({ name, email }: Row) => (email ? `${name} ${email}`.trim() : copy.deleted)

type InRow = { row: Row; refused: Refused }

/** The fields of a row are in several cells and belong to the one form among them. */
const formOf = (row: Row) => `allocation-${row.id}`

/** Filled in anew once the row or what was refused of it has another version. */
const keyOf = ({ row, refused }: InRow) => `${row.version} ${refused?.version ?? ''}`

function WaveField({ row, refused, waves }: InRow & { waves: StaffRelease['fields']['waves'] }) {
  if (row.origin === 'grant') return copy.fromOpening
  return (
    <select
      key={keyOf({ row, refused })}
      form={formOf(row)}
      name="wave"
      className={styles.choice}
      aria-label={copy.waveOf(nameOf(row), row.wine)}
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

const NoteField = ({ row, refused }: InRow) => (
  <input
    key={keyOf({ row, refused })}
    form={formOf(row)}
    name="note"
    className={styles.note}
    maxLength={200}
    autoComplete="off"
    aria-label={copy.noteOf(nameOf(row), row.wine)}
    defaultValue={refused?.note ?? row.note}
  />
)

/** The version that was shown is sent along, for optimistic locking, and what was in the fields. */
function UnitsForm({ row, refused }: InRow) {
  const id = useId()
  const person = nameOf(row)
  return (
    <Form
      method="post"
      id={formOf(row)}
      preventScrollReset
      className={styles.row}
      key={keyOf({ row, refused })}
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
        aria-label={copy.unitsOf(person, row.wine)}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? id : undefined}
        defaultValue={refused?.units ?? row.units}
      />
      <Button kind="secondary" aria-label={copy.saveOf(person, row.wine)}>
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
