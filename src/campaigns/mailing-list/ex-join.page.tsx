import { mailingListCopy as copy } from '#accounts/consent/mailing-list.copy.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { FormPage } from '#ui/page.tsx'

import type { Route } from './+types/ex-join.page'
import { JoinContent } from './join-content.tsx'
import { join } from './join.actions.server.ts'
import { onJoinField } from './mailing-list-form.rules.ts'
import { MailingListForm } from './mailing-list-form.tsx'

export const handle: Handle = { cached: 'form', inSitemap: true, redirected: true }
/** Firefox drops what was typed with `no-store`, also on Back. */
export const headers = () => ({ 'cache-control': 'private, no-cache' })

export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Join the mailing list',
    description:
      'Leave your name and email to hear about our two releases a year, in spring and in fall.',
  })

export const loader = () => ({ shownAt: Date.now() })

export const action = pageAction(join)

export default function JoinMailingList({ loaderData, actionData }: Route.ComponentProps) {
  const form = { ...loaderData, sent: actionData }
  // Without a script the page of the error is this one: it shows what the form's own page shows.
  if (actionData?.values[onJoinField]) return <JoinContent {...form} />
  return (
    <FormPage title={copy.title} intro={copy.intro}>
      <MailingListForm {...form} />
    </FormPage>
  )
}
