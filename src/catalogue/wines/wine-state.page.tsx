import { Form } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cluster, fields } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import type { Route } from './+types/wine-state.page'
import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { releaseStates } from './catalogue.rules.ts'
import { setWineState } from './set-wine-state.actions.server.ts'
import { viewWine } from './view-wine.actions.server.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

/** The second step of a change of sale: what it does, and to how many carts. */
const page = staffPage({
  needs: 'manage-releases',
  async load({ services, params, url }) {
    const to = releaseStates.find((known) => known === url.searchParams.get('to'))
    const viewed = await viewWine(services, params['id']!)
    if (!viewed || !to) throw httpError(404)
    return { to, wine: viewed.wine, carts: viewed.carts }
  },
  actions: {},
})
export const loader = page.loader
export const action = pageAction(setWineState)

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Sale')

export default function WineStatePage({ loaderData }: Route.ComponentProps) {
  const { wine, to, carts } = loaderData
  return (
    <AdminPage title={`${copy.states[to]}: ${wine.title}?`} summary={wine.subtitle}>
      <Form method="post" className={fields(40, 2)}>
        <p>{copy.stateDoes[to]}</p>
        <p>{copy.cartsWithIt(carts)}</p>
        {to === 'on-sale' && wine.stock === null && (
          <Notice>Its stock has no limit: it will not sell out.</Notice>
        )}
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="version" value={wine.version} />
        <div className={cluster([1, 2])}>
          <Button>Yes, do it</Button>
          <ButtonLink href={paths.wine(wine.id)} kind="secondary">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </AdminPage>
  )
}
