import { data, Link } from 'react-router'

import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { Block } from '#platform/layout/block.tsx'
import { GoneRecord } from '#platform/form/gone-record.tsx'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { usePolling } from '#platform/admin/use-polling.ts'
import { WineFiles } from './wine-files.tsx'
import { WineForm } from './wine-form.tsx'
import { WineStatus } from './wine-status.tsx'
import { may } from '#platform/access/access.rules.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { servicesContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/wine.page'
import { deleteWine, setOfferedWine } from './set-wine-state.actions.server.ts'
import { saveWine } from './save-wine.actions.server.ts'
import { viewWine } from './view-wine.actions.server.ts'

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
  const { viewed } = loaderData
  usePolling(viewed?.price === 'pending' ? 1_000 : null)
  if (!viewed) return <GoneRecord backTo={paths.wines()} />
  const { wine, log } = viewed
  return (
    <AdminPage
      title={wine.title}
      summary={wine.subtitle}
      actions={
        <>
          <Link to={paths.newWine(wine.id)}>Copy as a new wine</Link>
          <Link to={paths.wines()}>{copy.all}</Link>
        </>
      }
    >
      <WineStatus {...viewed} />
      <WineForm
        key={wine.version}
        fields={wine.fields}
        version={wine.version}
        result={actionData?.shown ?? null}
        button="Save"
      />
      <WineFiles wine={wine} />
      {wine.releaseState === 'closed' && wine.sold === 0 && (
        <Block id="delete-wine" title="Delete this wine">
          <p>
            Only while no order, release or request has it, such as a wine with a mistyped name.
          </p>
          <ButtonForm kind="secondary" intent="delete">
            Delete the wine
          </ButtonForm>
        </Block>
      )}
      <RecordLog kind="wine" id={wine.id} entries={log} />
    </AdminPage>
  )
}
