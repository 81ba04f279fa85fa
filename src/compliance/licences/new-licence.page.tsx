import { Link } from 'react-router'

import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { addDays } from '#shipping/readiness/dispatch-days.rules.ts'

import type { Route } from './+types/new-licence.page'
import { emptyLicence } from './licence-form.rules.ts'
import { LicenceForm } from './licence-form.tsx'
import { licenceById } from './licences.store.server.ts'
import { addLicence } from './save-licence.actions.server.ts'

const title = 'New license'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, title)

/** An empty form, with `?state=` for a state, or with `?after=` for what follows a license. */
const page = staffPage({
  needs: 'manage-compliance',
  async load({ db, today, url }) {
    const states = statesServed(today)
    const after = url.searchParams.get('after')
    const state = states.find((one) => one === url.searchParams.get('state')) ?? ''
    if (after === null) return { states, fields: { ...emptyLicence, state } }
    const before = await licenceById(db, after)
    if (!before) throw httpError(404)
    const from = addDays(before.until, 1)
    return { states, fields: { ...before.fields, number: '', from, until: '', coveredBy: '' } }
  },
  actions: {},
})
export const loader = page.loader
export const action = pageAction({ save: addLicence })

export default function NewLicence({ loaderData, actionData }: Route.ComponentProps) {
  const { states, fields } = loaderData
  return (
    <AdminPage title={title} actions={<Link to={paths.licences()}>All licenses</Link>}>
      <LicenceForm {...{ states, fields }} result={actionData?.shown ?? null} />
    </AdminPage>
  )
}
