import { data, redirect } from 'react-router'

import { requestsCopy as copy } from './requests.copy.ts'
import { readRequestNumber } from './request.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { OwnRequests } from './own-requests.tsx'
import { shopContext, siteContext } from '#platform/http/context.ts'
import { flash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/own-requests.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const requests = await context.get(shopContext).viewOwnRequests(memberOf(context))
  if (!requests) throw httpError(404)
  return { requests }
}

/** Whether the form is invalid (400), rather than outdated (409). */
const isTypedWrong = (reason: keyof typeof copy.errors): boolean =>
  ['not-units', 'no-text', 'too-long'].includes(reason)

export async function action({ request, context }: Route.ActionArgs) {
  const { shop, viewer } = callerOf(context)
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const number = readRequestNumber(field('number')) ?? 0
  const intents = {
    ask: [() => shop.askOther(viewer, field('text')), copy.done.asked],
    withdraw: [() => shop.withdrawRequest(viewer, number), copy.done.withdrawn],
    stay: [() => shop.stayInLine(viewer, number), copy.done.waiting],
    change: [
      () =>
        shop.changeOwnRequest(
          viewer,
          { number, version: /^\d{1,9}$/.test(field('version')) ? Number(field('version')) : 0 },
          { units: Number(field('units')), text: field('text') },
        ),
      copy.done.changed,
    ],
  } as const
  const intent = field('intent')
  if (!Object.hasOwn(intents, intent)) throw httpError(400)
  const [change, sentence] = intents[intent as keyof typeof intents]
  const changed = await change()
  // Another's, or none; and while requests are not answered here there is no such page at all.
  if (!changed.ok && changed.reason === 'not-found') throw httpError(404)
  if (!changed.ok && isTypedWrong(changed.reason)) {
    const typed = { units: field('units'), text: field('text') }
    const wrong = changed.reason === 'not-units' ? ('units' as const) : ('text' as const)
    const error = copy.errors[changed.reason]
    return data({ intent, number, field: wrong, typed, error }, 400)
  }
  const said = changed.ok
    ? { tone: 'good' as const, sentence }
    : { tone: 'bad' as const, sentence: copy.errors[changed.reason] }
  return redirect(paths.requests(), {
    status: 303,
    headers: { 'set-cookie': flash(said, context.get(siteContext)) },
  })
}

export default function OwnRequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MembersPage title={copy.title} intro={copy.intro}>
      <OwnRequests requests={loaderData.requests} refused={actionData ?? null} />
    </MembersPage>
  )
}
