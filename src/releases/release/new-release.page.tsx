import { data } from 'react-router'

import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { TypedRelease } from '#catalogue/on-sale/release-form.rules.ts'
import { clonedRelease, wavesFrom } from './cloned-release.rules.ts'
import {
  emptyRelease,
  readHours,
  readTexts,
  textsOfRelease,
  typedOf,
} from './typed-release.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { TextsForm } from './texts-form.tsx'
import { keyOfSent } from '#platform/action/carry-out.server.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Notice } from '#ui/notice.tsx'

import type { Route } from './+types/new-release.page'
import { loadRelease } from './load-release.ts'
import { sentencesOf } from './release-errors.ts'
import { createRelease } from './save-release.actions.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.newTitle)

/** An empty form, or with `?of=` a clone: texts and waves, half a year later, without wines. */
const page = staffPage({
  duty: 'manage-releases',
  async load({ services, db, now, url }) {
    const { timeZone } = services.settings
    const of = url.searchParams.get('of')
    if (!of) return { timeZone, typed: emptyRelease(now.getUTCFullYear()), of: null }
    const release = await loadRelease(db, { id: of })
    const name = `Copy of ${release.fields.name}`.slice(0, 60)
    const typed = clonedRelease(typedOf(release.fields, timeZone), { name, now, timeZone })
    return { timeZone, typed, of: release.id }
  },
  actions: {},
})
export const loader = page.loader

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const hours = readHours(form)
  if (!hours) throw httpError(400)
  const of = String(form.get('of') ?? '') || null
  const { db, settings } = context.get(servicesContext)
  const source = of && (await loadRelease(db, { id: of }))
  const waves = source
    ? wavesFrom(typedOf(source.fields, settings.timeZone), hours.opensAt)
    : // One wave to begin with: everybody from the opening on.
      [{ id: null, name: 'First wave', opensAt: hours.opensAt }]
  const typed: TypedRelease = { ...readTexts(form), ...hours, waves }
  const key = String(form.get('key') ?? '')
  const { services, viewer } = callerOf(context)
  const once = { key: keyOfSent(key, { ...typed, of }), of }
  const created = permitted(await createRelease(services, viewer, typed, once))
  if (!created.ok) {
    return data({ typed, key, of, errors: sentencesOf(created.errors) }, 400)
  }
  const sentence = `${typed.name.trim()} is created as a draft.`
  return redirectWithFlash(paths.release(created.id, 'wines'), { tone: 'good', sentence }, context)
}

export default function NewRelease({ loaderData, actionData }: Route.ComponentProps) {
  const { timeZone, formKey } = loaderData
  const { typed, of } = actionData ?? loaderData
  return (
    <AdminPage title={copy.newTitle}>
      {actionData && <Notice tone="bad">{copy.errors.invalid}</Notice>}
      <TextsForm
        texts={textsOfRelease(typed)}
        hours={typed}
        newKey={actionData?.key ?? formKey}
        of={of}
        errors={actionData?.errors ?? {}}
        result={null}
        button="Create the draft"
        timeZone={timeZone}
        fixed="nothing"
      />
    </AdminPage>
  )
}
