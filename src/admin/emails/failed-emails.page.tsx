import { Link } from 'react-router'

import type { OutboxCounts } from '#mail/mails.store.server.ts'
import { counted } from '#platform/admin/admin.copy.ts'
import { failedEmailsCopy as copy } from '#mail/admin-emails.copy.ts'
import { emailNames } from '#mail/mail.rules.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { filterOf } from '#platform/list/list-toolbar.tsx'
import { failedEmailColumns } from './failed-emails.tsx'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { loadList } from '#platform/list/list-route.ts'

import { undeliveredEmailList } from './undelivered-email-list.store.server.ts'
import type { Route } from './+types/failed-emails.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader(args: Route.LoaderArgs) {
  const { context } = args
  const { shop, viewer } = callerOf(context)
  const [loaded, counts] = await Promise.all([
    loadList(undeliveredEmailList, args),
    shop.countUndeliveredEmails(viewer),
  ])
  if (!counts) throw httpError(403)
  return { ...loaded, counts, kinds: emailNames(), now: new Date() }
}

/** Sends one email again, or leaves it unsent; the audit log records who asked for it. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { shop, viewer } = callerOf(context)
  const isLeft = form.get('intent') === 'leave'
  const decide = isLeft ? shop.leaveEmail : shop.resendEmail
  const done = permitted(await decide(viewer, textOf(form, 'id')))
  return redirectWithFlash(
    paths.emails(Object.fromEntries(url.searchParams)),
    done.ok
      ? { tone: 'good', sentence: isLeft ? copy.left : copy.sentAgain }
      : { tone: 'info', sentence: copy.notFailed },
    context,
  )
}

const summaryOf = ({ failed, retrying, queued }: OutboxCounts) =>
  [
    counted(failed, copy.oneFailed, copy.manyFailed),
    ...(retrying > 0 ? [copy.retrying(retrying)] : []),
    ...(queued > retrying ? [copy.waiting(queued)] : []),
  ].join(' · ')

const filtersOf = (kinds: readonly [kind: string, name: string][]) => [
  filterOf('state', copy.status, copy.anyStatus, Object.entries(copy.states)),
  filterOf('kind', copy.kind, copy.anyKind, kinds),
  { name: 'from', label: copy.from },
  { name: 'to', label: copy.to },
]

export default function Emails({ loaderData }: Route.ComponentProps) {
  const { list, isStale, counts, kinds, now } = loaderData
  return (
    <ListPage
      name="emails"
      {...{ list, isStale, copy }}
      filters={filtersOf(kinds)}
      columns={failedEmailColumns(now)}
      rowKey={({ id }) => id}
      summary={summaryOf(counts)}
      actions={<Link to={paths.auditLog({ q: 'resend-mail' })}>{copy.log}</Link>}
      note={
        <>
          <p>{copy.intro}</p>
          <p>{copy.rejectedText}</p>
        </>
      }
    />
  )
}
