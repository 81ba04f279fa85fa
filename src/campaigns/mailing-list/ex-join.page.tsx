import { data, redirect } from 'react-router'

import { joinMailingList } from '#accounts/consent/join-mailing-list.actions.server.ts'
import { mailingListCopy as copy } from '#accounts/consent/mailing-list.copy.ts'
import { servicesContext } from '#platform/http/context.ts'
import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { refuseHeadless } from '#platform/http/refuse-headless.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'

import type { Route } from './+types/ex-join.page'
import { JoinContent } from './join-content.tsx'
import type { MailingListErrors } from './mailing-list-form.rules.ts'
import {
  isSentTooFast,
  isHoneypotFilled,
  onJoinField,
  readMailingListForm,
} from './mailing-list-form.rules.ts'
import { MailingListForm } from './mailing-list-form.tsx'

export const handle: Handle = { cached: 'form', inSitemap: true, redirected: true }
/** Firefox drops what was typed with `no-store`, also on Back. */
export const headers = () => ({ 'cache-control': 'private, no-cache' })

export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) => pageMeta(args, 'mailingList')

export const loader = () => ({ shownAt: Date.now() })

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const read = readMailingListForm(form)
  // Without a script the page of the error is this one: it shows what the form's own page shows.
  const isOnJoin = form.has(onJoinField)
  if (!read.ok) return data({ ...read, isOnJoin }, 400)
  const again = (alert: string) => ({ values: read.value, alert, errors: {}, isOnJoin })
  await refuseHeadless({ request, context })
  if (isHoneypotFilled(form)) return data(again(copy.pressAgain), 400)

  const joined = await joinMailingList(context.get(servicesContext), read.value, {
    page: paths.mailingList(),
    address: request.headers.get('x-kohue-address') ?? '',
    isSentTooFast: isSentTooFast(form, new Date()),
  })
  if (!joined.ok) return data(again(copy.tooMany), 429)
  return redirect(paths.mailingListJoined(), 303)
}

type Result = MailingListErrors & { isOnJoin: boolean }

export default function JoinMailingList({ loaderData, actionData }: Route.ComponentProps) {
  const { isOnJoin = false, ...result } = (actionData ?? {}) as Partial<Result>
  const { values, alert, errors } = result
  if (isOnJoin) return <JoinContent {...loaderData} result={result} />
  return (
    <FormPage title={copy.title} intro={copy.intro}>
      {alert && <Notice tone="bad">{alert}</Notice>}
      <MailingListForm shownAt={loaderData.shownAt} result={{ values, errors }} />
    </FormPage>
  )
}
