import { data } from 'react-router'

import type { ReleaseState } from './catalogue.rules.ts'
import { releaseStates } from './catalogue.rules.ts'
import { adminWinesCopy } from './admin-wines.copy.ts'
import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ConfirmWineState } from './confirm-wine-state.tsx'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { found, httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { versionIn } from '#platform/form/version-in.ts'

import type { Route } from './+types/wine-state.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Sale')

const stateIn = (text: unknown): ReleaseState => {
  const state = releaseStates.find((known) => known === text)
  if (!state) throw httpError(404)
  return state
}

/** The second step of a change of sale: what it does, and to how many carts. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const viewed = found(await context.get(shopContext).viewWine(memberOf(context), params.id))
  return { to: stateIn(url.searchParams.get('to')), wine: viewed.wine, carts: viewed.carts }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const to = stateIn(form.get('to'))
  const version = versionIn(form)
  const { shop, viewer } = callerOf(context)
  const set = found(await shop.setWineState(viewer, params.id, { to, version }))
  if (!set.ok) {
    return data({ error: copy.errors[set.reason] }, 409)
  }
  const sentence = `${set.title}: ${adminWinesCopy.releases[to].toLowerCase()}.`
  return redirectWithFlash(paths.wine(params.id), { tone: 'good', sentence }, context)
}

export default function WineStatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { wine, to } = loaderData
  return (
    <AdminPage title={`${copy.states[to]}: ${wine.title}?`} summary={wine.subtitle}>
      <ConfirmWineState {...loaderData} error={actionData?.error ?? null} />
    </AdminPage>
  )
}
