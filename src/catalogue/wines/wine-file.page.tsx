import { pageAction } from '#platform/action/page-action.server.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/wine-file.page'
import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { viewWine } from './view-wine.actions.server.ts'
import { setWineFile, wineFileKinds } from './wine-files.actions.server.ts'
import { WineScreen } from './wine-screen.tsx'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.files)

/** The wine after a file for it was refused. */
const page = staffPage({
  needs: 'manage-releases',
  async load({ services, params }) {
    const kind = wineFileKinds.find((known) => known === params['kind'])
    const viewed = await viewWine(services, params['id']!)
    if (!kind || !viewed) throw httpError(404)
    return { kind, viewed }
  },
  actions: {},
})
export const loader = page.loader

export const action = pageAction(setWineFile)

export default function WineFilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, viewed } = loaderData
  const error = actionData?.errors['file'] ?? actionData?.refusal
  const refused = actionData && error ? { kind, error, values: actionData.values } : null
  return <WineScreen viewed={viewed} result={null} refused={refused} />
}
