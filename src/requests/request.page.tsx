import { data, Link } from 'react-router'

import { adminRequestCopy as copy, requestQueueCopy } from './admin-requests.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { readRequestNumber, requestNumber } from './request.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { RequestAnswers, RequestPerson, RequestWish } from './request-facts.tsx'
import { AnswerForm, ClubForm, DeclineForm, GrantForm, SubscriptionForm } from './request-forms.tsx'
import { alsoAfterConflict } from '#platform/http/after-refusal.ts'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { found, httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Notice } from '#ui/notice.tsx'

import type { Route } from './+types/request.page'

export const shouldRevalidate = alsoAfterConflict
export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, copy.title((args.params['number'] ?? '').slice(0, 12)))

async function viewOf({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const number = readRequestNumber(params.number)
  if (number === null) throw httpError(404)
  const viewed = found(await context.get(shopContext).viewRequest(memberOf(context), number))
  return viewed.view
}

export const loader = (args: Route.LoaderArgs) => viewOf(args)

/** Whether the form is invalid (400), rather than outdated (409). */
const isTypedWrong = (reason: keyof typeof copy.errors): boolean =>
  ['not-asked', 'not-hours', 'not-a-level', 'too-long'].includes(reason)

export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const { shop, viewer } = callerOf(context)
  const { request: asked } = await viewOf(args)
  const form = await request.formData()
  const intent = String(form.get('intent') ?? '')
  const text = String(form.get('text') ?? '')
  const back = (sentence: string) =>
    redirectWithFlash(paths.staffRequest(asked.number), { tone: 'good', sentence }, context)
  const refuse = (reason: keyof typeof copy.errors) =>
    data({ intent, text, error: copy.errors[reason] }, isTypedWrong(reason) ? 400 : 409)
  const count = (name: string) => {
    const typed = String(form.get(name) ?? '')
    return /^\d{1,5}$/.test(typed) ? Number(typed) : NaN
  }

  if (intent === 'grant') {
    const units = count('units')
    const hours = count('hours')
    const granted = await shop.grantRequest(viewer, { id: asked.id, units, hours, text })
    if (granted.ok) return back(copy.done.granted)
    return granted.reason === 'too-few'
      ? data({ intent, text, error: requestQueueCopy.missing(granted.missing) }, 409)
      : refuse(granted.reason)
  }
  if (intent === 'decline') {
    const keepsPlace = form.has('keepsPlace')
    const declined = await shop.declineRequests(viewer, { ids: [asked.id], text, keepsPlace })
    return declined.ok ? back(copy.done.declined(declined.declined)) : refuse(declined.reason)
  }
  if (intent === 'answer') {
    const answered = await shop.answerRequest(viewer, { id: asked.id, text })
    return answered.ok ? back(copy.done.answered) : refuse(answered.reason)
  }
  if (intent === 'grant-club') {
    const granted = await shop.grantClub(viewer, { id: asked.id, level: count('level') })
    return granted.ok ? back(copy.done.club) : refuse(granted.reason)
  }
  if (intent === 'confirm-subscription') {
    const confirmed = await shop.confirmSubscription(viewer, asked.id)
    return confirmed.ok ? back(copy.done.confirmed) : refuse(confirmed.reason)
  }
  throw httpError(400)
}

export default function RequestPage({ loaderData: view, actionData }: Route.ComponentProps) {
  const { request, person, facts, position, answers, saved, log, grantable } = view
  const isUnanswered = request.state === 'open' || request.state === 'waiting'
  const refusedOf = (intent: string) => (actionData?.intent === intent ? actionData : null)
  return (
    <AdminPage
      title={copy.title(requestNumber(request.number))}
      actions={<Link to={paths.staffRequests({ state: 'open' })}>{copy.all}</Link>}
    >
      <div>
        {/* Answered by a colleague meanwhile: no form is left to say it. */}
        {!isUnanswered && actionData && <Notice tone="bad">{actionData.error}</Notice>}
        <RequestWish request={request} position={position} />
        <RequestPerson person={person} facts={facts} />
        <RequestAnswers answers={answers} />
        {request.state === 'open' && request.productId && (
          <GrantForm {...{ request, grantable }} refused={refusedOf('grant')} />
        )}
        {isUnanswered && request.kind === 'club' && <ClubForm refused={refusedOf('grant-club')} />}
        {request.state === 'open' && request.kind === 'other' && (
          <AnswerForm refused={refusedOf('answer')} />
        )}
        {request.state === 'open' && request.kind === 'subscription' && (
          <SubscriptionForm person={person} refused={refusedOf('confirm-subscription')} />
        )}
        {isUnanswered && request.kind !== 'subscription' && (
          <DeclineForm {...{ request, saved }} refused={refusedOf('decline')} />
        )}
        <RecordLog kind="request" id={request.id} entries={log} />
      </div>
    </AdminPage>
  )
}
