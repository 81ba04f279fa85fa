import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import { Notice } from '#ui/notice.tsx'

import type { Route } from './+types/new-release.page'
import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import { clonedRelease } from './cloned-release.rules.ts'
import { loadRelease } from './load-release.ts'
import { cloneRelease, createRelease } from './save-release.actions.server.ts'
import { TextsForm } from './texts-form.tsx'
import { emptyRelease, textsOfRelease, typedOf } from './typed-release.rules.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.newTitle)

/** An empty form, or with `?of=` a clone: texts and waves, half a year later, without wines. */
const page = staffPage({
  needs: 'manage-releases',
  async load({ services, db, now, url }) {
    const { timeZone } = services.settings
    const of = url.searchParams.get('of')
    if (!of)
      return { timeZone, typed: emptyRelease(Number(shopToday(services).slice(0, 4))), of: null }
    const release = await loadRelease(db, { id: of })
    const name = `Copy of ${release.fields.name}`.slice(0, 60)
    const typed = clonedRelease(typedOf(release.fields, timeZone), { name, now, timeZone })
    return { timeZone, typed, of: release.id }
  },
  actions: { create: createRelease, clone: cloneRelease },
})
export const loader = page.loader
export const action = page.action

export default function NewRelease({ loaderData, actionData }: Route.ComponentProps) {
  const { timeZone, formKey } = loaderData
  const { typed, of } = { ...loaderData, ...actionData?.shown }
  const isOfField = actionData !== undefined && actionData.refusal === null
  return (
    <AdminPage title={copy.newTitle}>
      {isOfField && <Notice tone="bad">{copy.errors.invalid}</Notice>}
      <TextsForm
        texts={textsOfRelease(typed)}
        hours={typed}
        newKey={actionData?.values['key'] ?? formKey}
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
