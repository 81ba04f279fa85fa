import { data } from 'react-router'

import { adminAllocationsCopy as copy } from './admin-allocations.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'
import { earlierUnits } from '#catalogue/on-sale/allocation.rules.ts'
import type { RefusedRow } from './allocation-file.rules.ts'
import type { SavedAllocation } from './save-allocation.actions.server.ts'
import { useFormResult } from '#platform/form/use-form-result.ts'
import type { AddedPerson } from './allocation-forms.tsx'
import { AllocationForms, RefusedRows } from './allocation-forms.tsx'
import type { RefusedAllocation } from './allocations-list.tsx'
import { AllocationsList } from './allocations-list.tsx'
import { ReleasePage } from '../release/release-page.tsx'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { found, httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { loadList } from '#platform/list/list-route.ts'
import { RowsTable } from '#ui/data-table.tsx'

import type { Route } from './+types/release-allocations.page'
import { loadRelease } from '../release/load-release.ts'
import { earlierReleases } from './earlier-release.store.server.ts'
import { allocationList } from './allocation-list.store.server.ts'
import { freeOf } from '../check/release-check.rules.ts'
import { allocatedUnits } from '../release-day/release-figures.store.server.ts'
import styles from './allocations.module.css'
import {
  addAllocation,
  importAllocationFile,
  saveAllocation,
} from './save-allocation.actions.server.ts'
import { takeOverFrom } from './take-over-allocations.actions.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const page = staffPage({
  duty: 'manage-releases',
  async load({ db, params, url, context }) {
    const release = await loadRelease(db, params)
    const ofRelease = new URL(url)
    ofRelease.searchParams.set('release', release.id)
    const earlier = release.phase === 'draft' ? await earlierReleases(db, release.id) : []
    const allocated = await allocatedUnits(db, release.id)
    const sums = release.wines.map((wine) => {
      const { units = 0, left = 0 } = allocated.find(({ productId }) => productId === wine.id) ?? {}
      return { id: wine.id, title: wine.title, units, left, free: freeOf(release.state, wine) }
    })
    const list = await loadList(allocationList, { url: ofRelease, context })
    return { release, earlier, sums, ...list }
  },
  actions: {},
})
export const loader = page.loader

type Result = {
  error: string
  refused?: RefusedRow[]
  rows?: RefusedAllocation[]
  /** The form of a new person as it was typed, and the field that is refused. */
  added?: AddedPerson
}

/** The field that each reason belongs to; other reasons concern no single field. */
const addedFields = {
  'not-units': 'units',
  'unknown-email': 'email',
  'unknown-wine': 'wine',
  'unknown-wave': 'wave',
} as const

const isBadForm = (reason: string): reason is keyof typeof addedFields =>
  Object.hasOwn(addedFields, reason)

function errorOf(
  saved: Exclude<SavedAllocation, { ok: true }>,
  nameOfWave: (id: string | null) => string,
): string {
  if (saved.reason === 'below-taken') return copy.errors['below-taken'](saved.taken)
  if (saved.reason === 'only-upwards') return copy.errors['only-upwards'](saved.units)
  if (saved.reason === 'saved-elsewhere') {
    return copy.errors['saved-elsewhere'](saved.units, nameOfWave(saved.waveId), saved.by)
  }
  return copy.errors[saved.reason]
}

/** As many rows as the largest page of the list has. */
const mostRows = 200

const unitsIn = (text: string) => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN)

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { services, viewer: staff } = callerOf(context)
  const text = (name: string) => String(form.get(name) ?? '')
  // The same page of the list, with nothing open in it.
  const { edit: _, ...shown } = Object.fromEntries(new URL(request.url).searchParams)
  const back = paths.release(params.id, 'allocations', shown)
  const done = (sentence: string) => redirectWithFlash(back, { tone: 'good', sentence }, context)
  const refuse = (result: Result, status: number) => data(result, status)

  if (form.get('intent') === 'import') {
    const file = form.get('file')
    if (!(file instanceof File) || file.size === 0) {
      return refuse({ error: copy.errors['no-file'] }, 400)
    }
    const bytes = new Uint8Array(await file.arrayBuffer())
    const imported = found(await importAllocationFile(services, staff, params.id, bytes))
    if (imported.ok) return done(copy.imported(imported.rows))
    if (imported.reason === 'rows') {
      const { refused } = imported
      return refuse(
        {
          error:
            refused.length === 1
              ? 'Nothing was saved. 1 row was refused:'
              : `Nothing was saved. ${refused.length.toLocaleString('en-US')} rows were refused:`,
          refused,
        },
        422,
      )
    }
    const status = imported.reason === 'too-large' ? 413 : 409
    return refuse({ error: copy.errors[imported.reason] }, status)
  }

  if (form.get('intent') === 'add') {
    const added = found(
      await addAllocation(services, staff, params.id, {
        email: text('email'),
        productId: text('wine'),
        units: unitsIn(text('units')),
        waveId: text('wave') || null,
      }),
    )
    if (added.ok) return done(`${added.email} has an allocation.`)
    const error = copy.errors[added.reason]
    const typed = {
      email: text('email'),
      units: text('units'),
      wine: text('wine'),
      wave: text('wave'),
    }
    if (!isBadForm(added.reason)) return refuse({ error, added: { typed, field: null } }, 409)
    return refuse({ error, added: { typed, field: addedFields[added.reason] } }, 400)
  }

  if (form.get('intent') === 'earlier') {
    const units = text('units')
    if (!isOneOf(earlierUnits, units)) throw httpError(400)
    const taken = found(
      await takeOverFrom(services, staff, params.id, { from: text('from'), units }),
    )
    if (taken.ok) return done(copy.imported(taken.rows))
    return refuse({ error: copy.errors.fixed }, 409)
  }

  const release = await loadRelease(context.get(servicesContext).db, params)
  const nameOfWave = (wave: string | null) =>
    release.fields.waves.find((one) => one.id === wave)?.name ?? copy.fromOpening
  const refused: (RefusedAllocation & { status: number })[] = []
  const changed: string[] = []
  const rows = typedRows(form)
  if (rows.length === 0) throw httpError(400)
  // Each row by itself: one that is refused keeps no other from being saved.
  for (const row of rows) {
    const { id, version, yours, base } = row
    const isSame =
      yours.units === base.units && yours.wave === base.wave && yours.note === base.note
    if (isSame) continue
    const saved = permitted(
      await saveAllocation(services, staff, params.id, {
        ...{ id, version, note: yours.note },
        units: unitsIn(yours.units),
        waveId: yours.wave || null,
      }),
    )
    if (saved.ok) {
      changed.push(`${saved.email}: ${saved.units}.`)
      continue
    }
    const error = errorOf(saved, nameOfWave)
    if (saved.reason !== 'saved-elsewhere') {
      refused.push({ id, version, ...yours, error, status: isBadForm(saved.reason) ? 400 : 409 })
      continue
    }
    // What this form did not change is theirs; what it changed, its sender decides with the next save.
    const theirs = { units: String(saved.units), wave: saved.waveId ?? '', note: saved.note }
    const merged = {
      units: yours.units === base.units ? theirs.units : yours.units,
      wave: yours.wave === base.wave ? theirs.wave : yours.wave,
      note: yours.note === base.note ? theirs.note : yours.note,
    }
    refused.push({ id, version: saved.version, ...merged, error, status: 409 })
  }
  if (refused.length === 0) {
    return done(changed.length === 1 ? changed[0]! : copy.saved(changed.length))
  }
  const isOnlyBadForm = changed.length === 0 && refused.every(({ status }) => status === 400)
  const error = copy.refusedRows(changed.length, refused.length)
  return refuse({ error, rows: refused }, isOnlyBadForm ? 400 : 409)
}

/** The rows that were open, in the order of their fields. */
function typedRows(form: FormData) {
  const all = (name: string) => form.getAll(name).map(String)
  const [units, waves, notes] = [all('units'), all('wave'), all('note')]
  const [unitsBefore, wavesBefore, notesBefore] = [
    all('base.units'),
    all('base.wave'),
    all('base.note'),
  ]
  const versions = all('version')
  return all('id')
    .slice(0, mostRows)
    .map((id, at) => ({
      id,
      version: Number(versions[at]) || 0,
      yours: {
        units: units[at]?.trim() ?? '',
        wave: waves[at] ?? '',
        note: notes[at]?.trim() ?? '',
      },
      base: { units: unitsBefore[at], wave: wavesBefore[at], note: notesBefore[at] },
    }))
}

export default function ReleaseAllocationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, earlier, sums, list, isStale } = loaderData
  const result: Result | null = useFormResult(actionData) ?? null
  return (
    <ReleasePage
      release={release}
      tab="allocations"
      error={result?.added?.field ? null : (result?.error ?? null)}
    >
      {result?.refused && <RefusedRows refused={result.refused} />}
      <AllocationSums sums={sums} />
      <AllocationForms
        release={release}
        earlier={earlier}
        added={result?.added ? { ...result.added, error: result.error } : null}
        isFirst={list.page.rows.length === 0}
      />
      <AllocationsList
        release={release}
        list={list}
        isStale={isStale}
        refused={result?.rows ?? []}
      />
    </ReleasePage>
  )
}

/** What is allocated of each wine, and whether there is enough of it. */
function AllocationSums({ sums }: Pick<Route.ComponentProps['loaderData'], 'sums'>) {
  if (sums.every(({ units }) => units === 0)) return null
  return (
    <RowsTable
      label="Allocated and in stock"
      className={styles.sums}
      columns={[
        { label: copy.wine, cell: ({ title }) => title },
        { label: 'Allocated', numeric: true, cell: ({ units }) => units },
        { label: copy.left, numeric: true, cell: ({ left }) => left },
        { label: 'In stock', numeric: true, cell: ({ free }) => free ?? 'Not counted' },
        {
          label: 'Excess',
          numeric: true,
          cell: ({ left, free }) =>
            free !== null && left > free ? (
              <strong className={styles.red}>{left - free}</strong>
            ) : (
              'None'
            ),
        },
      ]}
      rows={sums}
      rowKey={({ id }) => id}
    />
  )
}
