import { useId, useState } from 'react'
import { Form, Link, useLocation, useSearchParams } from 'react-router'

import { leftOf } from '#catalogue/on-sale/allocation.rules.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import type { Query } from '#platform/http/paths.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { FileLink } from '#platform/list/file-link.tsx'
import type { ListView as View } from '#platform/list/list-query.rules.ts'
import { listParams } from '#platform/list/list-query.rules.ts'
import { filterOf } from '#platform/list/list-toolbar.tsx'
import { ListView } from '#platform/list/list-view.tsx'
import { useLiveList } from '#platform/list/use-live-list.ts'
import { ShopDay } from '#platform/text/dates.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { control } from '#ui/field.tsx'
import { bottomBar, cluster, letters, stack } from '#ui/layout.ts'

import { buyerLacks } from '../check/release-check.rules.ts'
import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import { adminAllocationsCopy as copy } from './admin-allocations.copy.ts'
import type { allocationList } from './allocation-list.store.server.ts'
import type { RefusedAllocation } from './save-allocation.actions.server.ts'

import styles from './allocations.module.css'

type Row = ListRow<typeof allocationList>
type Waves = StaffRelease['fields']['waves']

type Props = {
  release: StaffRelease
  list: View<Row>
  isStale: boolean
  refused: readonly RefusedAllocation[]
}

const formId = 'allocations'

/**
 * The people of a release, each with what they may buy. A row is text until it is opened; what was typed
 * in all open rows is saved at once.
 */
export function AllocationsList({ release, list, isStale, refused }: Props) {
  useLiveList('allocations', isStale)
  const { phase } = release
  const isClosed = phase === 'closed'
  const { open: isOpen, openRow, close } = useOpenRows(refused)
  const open = (row: Row) => !isClosed && isOpen(row)
  // Once the release has opened, a wave stays.
  const mayMove = ({ origin }: Row) =>
    origin !== 'grant' && (phase === 'draft' || phase === 'before')
  const refusedOf = (row: Row) => refused.find(({ id }) => id === row.id)
  const fieldOf = (row: Row) => ({ row, refused: refusedOf(row), mayMove: mayMove(row) })
  /** Filled anew once it comes back refused, and not while a row is changed elsewhere. */
  const keyOf = (row: Row) => refusedOf(row)?.version
  /** The release is in the path of the page, so it is left out of the query string. */
  const { release: _, ...filters } = list.query.filters
  const query = { ...list.query, filters: filters as typeof list.query.filters }
  const shape = {
    ...list.shape,
    filters: {
      wave: release.fields.waves.map(({ id }) => id),
      only: ['not-bought', 'by-hand', ...buyerLacks],
    },
  }
  const hasRules = release.fields.kind === 'allocated' && release.wines.length > 0 && !isClosed
  const pathOf = (params: Query) => paths.release(release.id, 'allocations', params)
  const here = listParams(shape, query)
  const columns: readonly Column<Row>[] = [
    { label: 'Person', cell: personIn },
    { label: copy.wine, cell: (row) => row.wine },
    {
      label: copy.wave,
      cell: (row) =>
        open(row) && mayMove(row) ? (
          <WaveField key={keyOf(row)} {...fieldOf(row)} waves={release.fields.waves} />
        ) : (
          row.wave || copy.fromOpening
        ),
    },
    {
      label: copy.units,
      numeric: true,
      cell: (row) =>
        open(row) ? (
          <UnitsField key={keyOf(row)} {...fieldOf(row)} />
        ) : (
          <>
            {row.units}
            <span className={styles.boughtBeside}>
              {row.bought > 0 ? `, ${row.bought} bought` : ', none bought'}
            </span>
          </>
        ),
    },
    { label: copy.bought, numeric: true, cell: boughtIn },
    { label: copy.left, numeric: true, cell: (row) => leftOf(row) },
    { label: copy.origin, cell: (row) => copy.origins[row.origin] },
    {
      label: copy.note,
      wraps: true,
      cell: (row) => (open(row) ? <NoteField key={keyOf(row)} {...fieldOf(row)} /> : row.note),
    },
    { label: 'Last change', sort: 'changed', cell: lastChange },
  ]
  const edit: Column<Row> = {
    label: 'Change',
    part: 'action',
    cell: (row) =>
      !open(row) && (
        <Link
          to={pathOf({ ...here, edit: row.id })}
          preventScrollReset
          aria-label={`Edit ${nameOf(row)}, ${row.wine}`}
          onClick={(event) => {
            event.preventDefault()
            openRow(row.id)
          }}
        >
          Edit
        </Link>
      ),
  }
  const opened = list.page.rows.filter(open)
  return (
    <section className={classes(stack(2), styles.people)} aria-label={copy.title}>
      <div className={cluster([0, 3], { text: 'tight' })} data-print="no">
        <FileLink
          href={paths.allocationsFile(release.id, listParams(shape, { ...query, page: 1 }))}
        />
        {!isClosed && list.page.rows.length > 0 && (
          <Link to={pathOf({ ...here, edit: 'all' })} preventScrollReset>
            Edit this page
          </Link>
        )}
        {hasRules && <Link to={paths.release(release.id, 'rules')}>Rules</Link>}
      </div>
      <ListView
        label={copy.title}
        {...{ query, shape, isStale, pathOf }}
        columns={isClosed ? columns : [...columns, edit]}
        page={list.page}
        rowKey={(row) => row.id}
        searchLabel="Name or email"
        filters={[
          filterOf(
            'wave',
            copy.wave,
            copy.anyWave,
            release.fields.waves.map(({ id, name }) => [id, name]),
          ),
          filterOf('only', 'Show', 'Everyone', [
            ['not-bought', 'Not bought yet'],
            ['by-hand', 'Changed by hand'],
            ...buyerLacks.map((what) => [what, copy.lacking[what]] as const),
          ]),
        ]}
        empty={{
          list: hasRules
            ? 'Nobody has an allocation in this release yet. Rules allocate to many people at once.'
            : 'Nobody has an allocation in this release.',
          search: 'No allocation matches.',
        }}
      />
      {opened.length > 0 && (
        <Form
          id={formId}
          method="post"
          preventScrollReset
          className={classes(cluster([1, 3], { text: 'tight' }), bottomBar)}
        >
          <Button name="intent" value="save">
            Save all
          </Button>
          <Link to={pathOf(here)} preventScrollReset onClick={close}>
            Cancel
          </Link>
          <span role="status">{`${plural(opened.length, 'row is', 'rows are')} open.`}</span>
          <span className={letters.quiet}>Only staff see notes.</span>
        </Form>
      )}
    </section>
  )
}

/** Which rows are open: those that the address names, those refused, and those pressed since. */
function useOpenRows(refused: readonly RefusedAllocation[]) {
  const location = useLocation()
  const asked = useSearchParams()[0].get('edit')
  const [pressed, setPressed] = useState<{ at: string; ids: readonly string[] }>({
    at: '',
    ids: [],
  })
  // Saving leads to a page of the history with a key of its own; a live list does not.
  const ids = pressed.at === location.key ? pressed.ids : []
  const isRefused = refused.length > 0
  return {
    open: ({ id }: Row) =>
      ids.includes(id) ||
      (isRefused ? refused.some((row) => row.id === id) : asked === 'all' || asked === id),
    openRow: (id: string) => setPressed({ at: location.key, ids: [...ids, id] }),
    close: () => setPressed({ at: '', ids: [] }),
  }
}

const lastChange = (row: Row) => (
  <>
    <ShopDay at={row.changedAt} />
    {row.changedBy && <span className={letters.below}>{`by ${row.changedBy}`}</span>}
  </>
)

const personIn = (row: Row) =>
  row.email ? (
    <>
      {row.name || row.email}
      {row.name && <span className={classes(letters.small, styles.email)}>{row.email}</span>}
    </>
  ) : (
    copy.deleted
  )

/** Units bought, and below them the units in an open checkout, if any. */
const boughtIn = (row: Row) => (
  <>
    {row.bought}
    {row.held > 0 && <span className={letters.below}>{`and ${row.held} in payment`}</span>}
  </>
)

const nameOf = ({ name, email }: Row) => (email ? `${name} ${email}`.trim() : copy.deleted)

type FieldProps = {
  row: Row
  refused: RefusedAllocation | undefined
  /** Whether its wave can be chosen. */
  mayMove: boolean
}

const WaveField = ({ row, refused, waves }: FieldProps & { waves: Waves }) => (
  <select
    form={formId}
    name="wave"
    className={classes(control, styles.field, styles.wave)}
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

const NoteField = ({ row, refused }: FieldProps) => (
  <input
    form={formId}
    name="note"
    className={classes(control, styles.field, styles.note)}
    maxLength={200}
    autoComplete="off"
    aria-label={`Note on ${nameOf(row)}, ${row.wine}`}
    defaultValue={refused?.note ?? row.note}
  />
)

/** Also sends the version and the values that were shown as it was opened, for optimistic locking and the merge. */
function UnitsField({ row: shown, refused, mayMove }: FieldProps) {
  const id = useId()
  const [row] = useState(shown)
  const sent = {
    allocation: row.id,
    version: refused?.version ?? row.version,
    'base.units': row.units,
    'base.wave': row.waveId ?? '',
    'base.note': row.note,
    // The fields of a row are read by their place among those of all rows: none may lack one.
    ...(!mayMove && { wave: row.waveId ?? '' }),
  }
  return (
    <>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} form={formId} type="hidden" name={name} value={value} />
      ))}
      <input
        form={formId}
        name="units"
        className={classes(control, styles.field, styles.units)}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Units of ${nameOf(row)}, ${row.wine}`}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? id : undefined}
        defaultValue={refused?.units ?? row.units}
      />
      {refused && (
        <p id={id} role="alert" className={classes(letters.bad, styles.error)}>
          {refused.error}
        </p>
      )}
    </>
  )
}
