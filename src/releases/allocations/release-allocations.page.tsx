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
import { AllocationsList } from './allocations-list.tsx'
import { ReleasePage } from '../release/release-page.tsx'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { found, httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { loadList } from '#platform/list/list-route.ts'
import { versionIn } from '#platform/form/version-in.ts'

import type { Route } from './+types/release-allocations.page'
import { loadRelease } from '../release/load-release.ts'
import { earlierReleases } from './earlier-release.store.server.ts'
import { allocationList } from './allocation-list.store.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const page = staffPage({
  duty: 'manage-releases',
  async load({ db, params, url, context }) {
    const release = await loadRelease(db, params)
    const ofRelease = new URL(url)
    ofRelease.searchParams.set('release', release.id)
    const earlier = release.phase === 'draft' ? await earlierReleases(db, release.id) : []
    return { release, earlier, ...(await loadList(allocationList, { url: ofRelease, context })) }
  },
  actions: {},
})
export const loader = page.loader

/** A row of the list as it is typed. */
export type TypedAllocation = { units: string; wave: string; note: string }

type Result = {
  error: string
  refused?: RefusedRow[]
  row?: TypedAllocation & { id: string; version: number }
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

const unitsIn = (text: string) => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN)

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { shop, viewer: staff } = callerOf(context)
  const text = (name: string) => String(form.get(name) ?? '')
  const back = paths.release(params.id, 'allocations')
  const done = (sentence: string) => redirectWithFlash(back, { tone: 'good', sentence }, context)
  const refuse = (result: Result, status: number) => data(result, status)

  if (form.get('intent') === 'import') {
    const file = form.get('file')
    if (!(file instanceof File) || file.size === 0) {
      return refuse({ error: copy.errors['no-file'] }, 400)
    }
    const bytes = new Uint8Array(await file.arrayBuffer())
    const imported = found(await shop.importAllocationFile(staff, params.id, bytes))
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
      await shop.addAllocation(staff, params.id, {
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
    const taken = found(await shop.takeOverFrom(staff, params.id, { from: text('from'), units }))
    if (taken.ok) return done(copy.imported(taken.rows))
    return refuse({ error: copy.errors.fixed }, 409)
  }

  const id = text('id')
  const version = versionIn(form)
  const yours = { units: text('units').trim(), wave: text('wave'), note: text('note').trim() }
  const saved = permitted(
    await shop.saveAllocation(staff, params.id, {
      ...{ id, version, note: yours.note },
      units: unitsIn(yours.units),
      waveId: yours.wave || null,
    }),
  )
  if (saved.ok) return done(`${saved.email}: ${saved.units}.`)
  const release = await loadRelease(context.get(servicesContext).db, params)
  const nameOfWave = (wave: string | null) =>
    release.fields.waves.find((one) => one.id === wave)?.name ?? copy.fromOpening
  const error = errorOf(saved, nameOfWave)
  if (saved.reason !== 'saved-elsewhere') {
    return refuse({ error, row: { id, version, ...yours } }, isBadForm(saved.reason) ? 400 : 409)
  }
  // What this form did not change is theirs; what it changed, its sender decides with the next save.
  const base = { units: text('base.units'), wave: text('base.wave'), note: text('base.note') }
  const theirs = { units: String(saved.units), wave: saved.waveId ?? '', note: saved.note }
  const merged = {
    units: yours.units === base.units ? theirs.units : yours.units,
    wave: yours.wave === base.wave ? theirs.wave : yours.wave,
    note: yours.note === base.note ? theirs.note : yours.note,
  }
  return refuse({ error, row: { id, version: saved.version, ...merged } }, 409)
}

export default function ReleaseAllocationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, earlier, list, isStale } = loaderData
  const result: Result | null = useFormResult(actionData) ?? null
  return (
    <ReleasePage
      release={release}
      tab="allocations"
      error={result?.row || result?.added?.field ? null : (result?.error ?? null)}
    >
      {result?.refused && <RefusedRows refused={result.refused} />}
      <AllocationsList
        release={release}
        list={list}
        isStale={isStale}
        refused={result?.row ? { ...result.row, error: result.error } : null}
      />
      <AllocationForms
        release={release}
        earlier={earlier}
        added={result?.added ? { ...result.added, error: result.error } : null}
      />
    </ReleasePage>
  )
}
