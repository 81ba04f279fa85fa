import { Link } from 'react-router'

import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { staffWineById } from './staff-wines.store.server.ts'
import { setWineFile, wineFileKinds } from './wine-files.actions.server.ts'
import { WineFileForm } from './wine-files.tsx'
import { pageAction } from '#platform/action/page-action.server.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/wine-file.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.files)

/** The page of one upload, shown after its file was refused. */
const page = staffPage({
  duty: 'manage-releases',
  async load({ db, params }) {
    const kind = wineFileKinds.find((known) => known === params['kind'])
    const wine = await staffWineById(db, params['id']!)
    if (!kind || !wine) throw httpError(404)
    return { kind, wine }
  },
  actions: {},
})
export const loader = page.loader

export const action = pageAction(setWineFile)

export default function WineFilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, wine } = loaderData
  return (
    <AdminPage
      title={kind === 'picture' ? copy.picture : copy.sheet}
      summary={wine.title}
      actions={<Link to={paths.wine(wine.id)}>{wine.title}</Link>}
    >
      <WineFileForm kind={kind} wine={wine} error={actionData?.errors['file'] ?? null} />
    </AdminPage>
  )
}
