import { Link } from 'react-router'

import type { OutboxCounts } from '#mail/mails.store.server.ts'
import { countUndeliveredMails } from '#mail/mails.store.server.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import { counted } from '#platform/admin/admin.copy.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { ShopDay } from '#platform/text/dates.tsx'
import { cluster } from '#ui/layout.ts'

import type { Route } from './+types/failed-emails.page'
import { bouncedLater, emailColumns, undeliveredStates } from './emails.copy.ts'
import { undeliveredEmailList } from './undelivered-email-list.store.server.ts'
import { leaveEmail, resendEmail } from './undelivered-emails.actions.server.ts'

import styles from './failed-emails.page.module.css'

const copy = {
  title: 'Emails',
  search: 'Search by recipient or error',
  none: 'Every email has been sent or is on its way.',
  noneFound: 'No undelivered email matches.',
}

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader(args: Route.LoaderArgs) {
  const loaded = await loadList(undeliveredEmailList, args)
  const counts = await countUndeliveredMails(args.context.get(servicesContext).db)
  return { ...loaded, counts, now: new Date() }
}

export const action = pageAction({ resend: resendEmail, leave: leaveEmail })

const summaryOf = ({ failed, retrying, queued }: OutboxCounts) =>
  [
    counted(failed, 'permanently failed', 'permanently failed'),
    ...(retrying > 0 ? [`${retrying} being retried`] : []),
    ...(queued > retrying ? [`${queued} waiting in all`] : []),
  ].join(' · ')

export default function Emails({ loaderData }: Route.ComponentProps) {
  const { list, isStale, counts, now } = loaderData
  return (
    <ListPage
      name="emails"
      {...{ list, isStale, copy }}
      columns={columnsAt(now)}
      rowKey={({ id }) => id}
      summary={summaryOf(counts)}
      actions={<Link to={paths.auditLog({ q: 'resend-mail' })}>Resent emails in the log</Link>}
      note={
        <p>
          Emails that could not be delivered, and those being retried. An address rejected twice in
          30 days gets no mailing-list emails until its owner joins again; receipts and answers are
          still sent.
        </p>
      }
    />
  )
}

type Email = Route.ComponentProps['loaderData']['list']['page']['rows'][number]

/** One that failed for good can be sent again or left. */
const columnsAt = (now: Date): readonly Column<Email>[] => [
  { label: emailColumns.kind, cell: ({ name }) => name },
  {
    label: emailColumns.recipient,
    part: 'line',
    wraps: true,
    cell: ({ recipient }) => recipient,
  },
  { label: emailColumns.status, part: 'line', cell: (email) => statusOf(email, now) },
  { label: emailColumns.writtenAt, cell: ({ createdAt }) => <ShopDay at={createdAt} /> },
  { label: emailColumns.tries, numeric: true, cell: ({ attempts }) => attempts },
  {
    label: emailColumns.error,
    part: 'line',
    wraps: true,
    cell: ({ id, name, recipient, lastError, isInLog }) => (
      <>
        {lastError}{' '}
        {isInLog && (
          <Link
            to={paths.auditLog({ subject: `mail:${id}` })}
            aria-label={`Resent earlier: ${name} to ${recipient}`}
          >
            Resent earlier
          </Link>
        )}
      </>
    ),
  },
  {
    label: 'Send again',
    part: 'action',
    cell: (email) =>
      email.nextTryAt === null &&
      !email.isBounced && (
        <div className={cluster([0, 2], { justify: 'end' })}>
          <EmailButton {...{ email }} intent="resend" label="Send again" />
          <EmailButton {...{ email }} intent="leave" label="Leave unsent" />
        </div>
      ),
  },
]

function statusOf({ nextTryAt, isBounced }: Email, now: Date): string {
  if (isBounced) return bouncedLater
  if (nextTryAt === null) return undeliveredStates.failed
  return nextTryAt <= now
    ? 'Waiting for the mail server'
    : `Next attempt ${inHowLong(nextTryAt, now)}`
}

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

/** `in 20 seconds`, `in 3 hours` */
function inHowLong(moment: Date, now: Date): string {
  const seconds = Math.ceil((moment.getTime() - now.getTime()) / 1_000)
  if (seconds < 90) return relative.format(seconds, 'second')
  const minutes = Math.round(seconds / 60)
  return minutes < 90
    ? relative.format(minutes, 'minute')
    : relative.format(Math.round(minutes / 60), 'hour')
}

type ButtonProps = { email: Email; intent: string; label: string }

const EmailButton = ({ email: { id, name, recipient }, intent, label }: ButtonProps) => (
  <ButtonForm
    kind="quiet"
    preventScrollReset
    fields={{ id }}
    intent={intent}
    className={styles.again}
    aria-label={`${label}: ${name} to ${recipient}`}
  >
    {label}
  </ButtonForm>
)
