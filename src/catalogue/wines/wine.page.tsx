import { data, Link } from 'react-router'

import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { readWine } from './wine-form.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { GoneRecord } from '#platform/form/gone-record.tsx'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { usePolling } from '#platform/admin/use-polling.ts'
import { WineFiles } from './wine-files.tsx'
import { WineForm } from './wine-form.tsx'
import { WineStatus } from './wine-status.tsx'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { found, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { versionIn } from '#platform/form/version-in.ts'

import type { Route } from './+types/wine.page'
import { resultOfSave } from './wine-form-result.ts'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, args.loaderData?.viewed?.wine.title ?? copy.all)

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewed = permitted(await context.get(shopContext).viewWine(memberOf(context), params.id))
  if (viewed.ok) return data({ viewed })
  return data({ viewed: null }, { status: 404 })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { shop, viewer } = callerOf(context)
  if (form.get('intent') === 'offer') {
    const set = found(await shop.setOfferedWine(viewer, params.id))
    if (!set.ok) {
      const sentence = copy.errors[set.reason]
      return redirectWithFlash(paths.wine(params.id), { tone: 'bad', sentence }, context)
    }
    return redirectWithFlash(
      paths.wine(params.id),
      { tone: 'good', sentence: `${set.title} is sold on /offering now.` },
      context,
    )
  }
  const values = readWine(form)
  const version = versionIn(form)
  const saved = permitted(await shop.saveWine(viewer, params.id, { values, version }))
  if (!saved.ok) {
    const result = resultOfSave(saved, values, form)
    return data(result, result.status)
  }
  return redirectWithFlash(
    paths.wine(params.id),
    { tone: 'good', sentence: 'The wine is saved.' },
    context,
  )
}

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
        result={actionData ?? null}
        button="Save"
      />
      <WineFiles wine={wine} />
      <RecordLog kind="wine" id={wine.id} entries={log} />
    </AdminPage>
  )
}
