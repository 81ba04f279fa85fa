import { textOf } from '#domain/form-text.ts'
import { Link, redirect } from 'react-router'

import type { OutboxCounts } from '#data/emails/mails.ts'
import { counted } from '#domain/copy/admin.ts'
import { failedEmailsCopy as copy } from '#domain/copy/admin-emails.ts'
import { FailedEmailList } from '#web/components/emails/admin/failed-emails.tsx'
import { AdminPage } from '#web/components/admin/admin-page.tsx'
import { shopContext, siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#domain/paths.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/failed-emails'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const pageOf = (url: URL): number => {
  const page = Number(url.searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page < 100_000 ? page : 1
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageOf(url)
  const listed = await context.get(shopContext).listUndeliveredEmails(memberOf(context), page)
  if (!listed.ok) throw httpError(403)
  const { mails, counts, pages } = listed
  return { emails: mails, counts, page, pages, now: new Date() }
}

/** Sends one email again; the audit log records who asked for it. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const id = textOf(await request.formData(), 'id')
  const resent = await context.get(shopContext).resendEmail(memberOf(context), id)
  if (!resent.ok && resent.reason === 'not-staff') throw httpError(403)
  const message = flash(
    resent.ok
      ? { tone: 'good', sentence: copy.sentAgain }
      : { tone: 'info', sentence: copy.notFailed },
    context.get(siteContext),
  )
  const page = pageOf(url)
  const here = paths.emails({ page: page > 1 ? String(page) : undefined })
  return redirect(here, { headers: { 'set-cookie': message } })
}

const summaryOf = ({ failed, retrying, queued }: OutboxCounts) =>
  [
    counted(failed, copy.oneFailed, copy.manyFailed),
    ...(retrying > 0 ? [copy.retrying(retrying)] : []),
    ...(queued > retrying ? [copy.waiting(queued)] : []),
  ].join(' · ')

export default function Emails({ loaderData }: Route.ComponentProps) {
  return (
    <AdminPage
      title={copy.title}
      summary={summaryOf(loaderData.counts)}
      actions={<Link to={paths.auditLog({ q: 'resend-mail' })}>{copy.log}</Link>}
    >
      <p>{copy.intro}</p>
      <FailedEmailList {...loaderData} />
    </AdminPage>
  )
}
