import { pageAction } from '#platform/action/page-action.server.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/new-wine.page'
import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { createWine } from './save-wine.actions.server.ts'
import { staffWineById } from './staff-wines.store.server.ts'
import { emptyWine } from './wine-form.rules.ts'
import { WineForm } from './wine-form.tsx'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.newTitle)

/** An empty form, or with `?of=` one filled from a wine: everything but its price and stock. */
const page = staffPage({
  needs: 'manage-releases',
  async load({ db, url }) {
    const of = url.searchParams.get('of')
    if (!of) return { fields: emptyWine, copyOf: null }
    const wine = await staffWineById(db, of)
    if (!wine) throw httpError(404)
    const fields = { ...wine.fields, price: '', stock: '', titleCart: '' }
    return { fields, copyOf: wine.title }
  },
  actions: {},
})
export const loader = page.loader
export const action = pageAction(createWine)

export default function NewWine({ loaderData, actionData }: Route.ComponentProps) {
  const { fields, copyOf } = loaderData
  return (
    <AdminPage title={copyOf ? `Copy of ${copyOf}` : copy.newTitle}>
      <WineForm
        fields={fields}
        result={actionData?.shown ?? null}
        intro={
          copyOf
            ? 'A wine’s price never changes once it has been sold or exists at the payment provider. Give the copy its own name or vintage, and its price.'
            : 'A new wine is closed: nobody sees it until it is set on sale or a release offers it. Its price is created at the payment provider in the background.'
        }
        button="Create the wine"
      />
    </AdminPage>
  )
}
