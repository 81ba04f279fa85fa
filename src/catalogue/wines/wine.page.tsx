import { data } from 'react-router'

import { may } from '#platform/access/access.rules.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { servicesContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/wine.page'
import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { saveWine } from './save-wine.actions.server.ts'
import { deleteWine, setOfferedWine } from './set-wine-state.actions.server.ts'
import { viewWine } from './view-wine.actions.server.ts'
import { WineScreen } from './wine-screen.tsx'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, args.loaderData?.viewed?.wine.title ?? copy.all)

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!may(memberOf(context), 'manage-releases')) throw httpError(403)
  const viewed = await viewWine(context.get(servicesContext), params.id)
  return data({ viewed }, viewed ? 200 : 404)
}

export const action = pageAction({
  save: saveWine,
  offer: setOfferedWine,
  delete: deleteWine,
})

export default function WinePage({ loaderData, actionData }: Route.ComponentProps) {
  return <WineScreen viewed={loaderData.viewed} result={actionData?.shown ?? null} />
}
