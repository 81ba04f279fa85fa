import { data, Link } from 'react-router'

import { adminRequestCopy, requestQueueCopy as copy } from '../admin-requests.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { grantHours } from '../request.rules.ts'
import type { QueueRule } from './grant-by-queue.actions.server.ts'
import { alsoAfterConflict } from '#platform/http/after-refusal.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import type { QueueRefused, QueueShown } from './grant-by-queue.tsx'
import { GrantByQueue } from './grant-by-queue.tsx'
import { Line } from '../line.tsx'
import { CloseQueue, DeclineLine, LaterVintage, QueueSettings } from './queue-forms.tsx'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { found, httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Notice } from '#ui/notice.tsx'

import type { Route } from './+types/queue.page'

export const shouldRevalidate = alsoAfterConflict
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const page = /^\d{1,5}$/.exec(url.searchParams.get('page') ?? '')
  const { shop, viewer } = callerOf(context)
  const viewed = found(
    await shop.viewQueue(viewer, params.productId, { page: page ? Number(page[0]) : 1 }),
  )
  return viewed.view
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { shop, viewer } = callerOf(context)
  const { productId } = params
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const count = (name: string) => (/^\d{1,5}$/.test(field(name)) ? Number(field(name)) : NaN)
  const intent = field('intent')
  const back = (sentence: string) =>
    redirectWithFlash(paths.requestQueue(productId), { tone: 'good', sentence }, context)

  if (intent === 'save') {
    const saved = await shop.saveQueue(viewer, productId, {
      isOpen: form.has('isOpen'),
      showsPosition: form.has('showsPosition'),
      order: field('order') === 'rules-first' ? 'rules-first' : 'first-asked',
      mostPerPerson: count('mostPerPerson'),
      isAutomatic: form.has('isAutomatic'),
      version: count('version'),
    })
    if (saved.ok) return back(copy.saved)
    const refused: QueueRefused = { form: 'settings', error: adminRequestCopy.errors[saved.reason] }
    return data({ refused, shown: null }, 409)
  }
  const refuse = (part: 'later' | 'close', reason: keyof typeof copy.errors) => {
    const refused: QueueRefused = { form: part, error: copy.errors[reason] }
    return data({ refused, shown: null }, 409)
  }
  if (intent === 'name-later') {
    const to = field('to')
    const named = await shop.nameLaterVintage(viewer, { from: productId, to })
    return named.ok
      ? back(copy.laterNamed(named.people, named.wine))
      : refuse('later', named.reason)
  }
  if (intent === 'close') {
    const closed = await shop.closeQueue(viewer, productId, { mark: field('mark') })
    return closed.ok ? back(copy.closed(closed.closed)) : refuse('close', closed.reason)
  }
  if (intent === 'decline') {
    const answer = { text: field('text'), keepsPlace: form.has('keepsPlace') }
    const declined = form.has('all')
      ? await shop.declineLine(viewer, { productId, mark: field('mark'), ...answer })
      : await shop.declineRequests(viewer, { ids: form.getAll('request').map(String), ...answer })
    if (declined.ok) return back(adminRequestCopy.done.declined(declined.declined))
    const isNobody = !form.has('all') && !form.has('request')
    const error = isNobody ? copy.errors['nobody-chosen'] : copy.errors[declined.reason]
    const refused: QueueRefused = { form: 'decline', error, text: answer.text }
    const isTypedWrong = isNobody || ['no-text', 'too-long'].includes(declined.reason)
    return data({ refused, shown: null }, isTypedWrong ? 400 : 409)
  }
  const rule: QueueRule = {
    productId,
    cases: count('cases'),
    most: count('most'),
    skipsNotServed: form.has('skipsNotServed'),
    skipsGranted: form.has('skipsGranted'),
  }
  const hours = intent === 'preview' && !field('hours') ? grantHours.usual : count('hours')
  const text = field('text')
  const show = async (error: string | null, status: number) => {
    const previewed = await shop.previewQueue(viewer, rule)
    if (!previewed.ok) {
      const refused: QueueRefused = { form: 'grant', error: copy.errors[previewed.reason] }
      return data({ refused, shown: null }, 400)
    }
    const shown: QueueShown = { rule, hours, text, preview: previewed.preview }
    return data(
      { refused: error === null ? null : { form: 'grant' as const, error }, shown },
      status,
    )
  }
  if (intent === 'preview') return show(null, 200)
  if (intent !== 'grant') throw httpError(400)
  const granted = await shop.grantQueue(viewer, { ...rule, mark: field('mark'), hours, text })
  if (granted.ok) return back(copy.granted(granted.people, granted.cases))
  return show(copy.errors[granted.reason], 409)
}

export default function RequestQueuePage({ loaderData: view, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused ?? null
  return (
    <AdminPage
      title={copy.titleOf(view.wine.title)}
      summary={copy.waiting(view.waiting, view.asked)}
      actions={
        <Link to={paths.staffRequests({ state: 'open', wine: view.wine.id })}>
          {adminRequestCopy.all}
        </Link>
      }
    >
      <div>
        {/* The last in line were answered by a colleague meanwhile: no form is left to show the error. */}
        {view.waiting === 0 && (refused?.form === 'decline' || refused?.form === 'close') && (
          <Notice tone="bad">{refused.error}</Notice>
        )}
        <Line view={view} />
        <GrantByQueue {...{ view, refused }} shown={actionData?.shown ?? null} />
        {view.waitingForLater > 0 && <LaterVintage {...{ view, refused }} />}
        {view.waiting > 0 && <DeclineLine {...{ view, refused }} />}
        {view.waiting > 0 && <CloseQueue {...{ view, refused }} />}
        <QueueSettings {...{ view, refused }} />
      </div>
    </AdminPage>
  )
}
