import { Form, Link } from 'react-router'

import { useMayOpen } from '#platform/access/use-may.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { count } from '#platform/admin/admin.copy.ts'
import { usePolling } from '#platform/admin/use-polling.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Section } from '#platform/layout/section.tsx'
import { isMonth, monthName } from '#platform/text/accounting-month.rules.ts'
import { ShopDay, ShopMoment } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters, part, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'

import { accountingParts } from '../parts.rules.ts'
import type { Route } from './+types/month.page'
import { accountingCopy as copy, markText, unexplainedText, whyNotText } from './accounting.copy.ts'
import { closeMonth, reopenMonth } from './close-month.actions.server.ts'
import { longestReason, monthFileKinds } from './month-summary.rules.ts'
import { BalanceTable, SalesTable } from './month-tables.tsx'
import { requestMonth } from './read-movements.actions.server.ts'
import { ReadStateNote } from './read-state-note.tsx'
import { viewMonth } from './view-accounting.actions.server.ts'

const { accounting } = accountingParts

const fileName = {
  lines: 'Every line (CSV)',
  sums: 'Sums (CSV)',
  summary: 'One page (PDF)',
} as const

export const meta: Route.MetaFunction = (args) => {
  const { month } = args.params
  return unlistedMeta(args, isMonth(month) ? monthName(month) : accounting.title)
}

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'close-months',
  async load({ services, viewer, params }) {
    const viewed = await viewMonth(services, viewer, params['month'] ?? '')
    if (!viewed) throw httpError(404)
    return viewed
  },
  actions: { close: closeMonth, reopen: reopenMonth, prepare: requestMonth },
})
export const loader = page.loader
export const action = page.action

export default function Month({ loaderData, actionData }: Route.ComponentProps) {
  const { month, figures, closed, isPreparing } = loaderData
  usePolling(isPreparing ? 1_000 : null)
  return (
    <AdminPage
      title={monthName(month)}
      summary={
        closed ? (
          <>
            Closed by {closed.by}, <ShopMoment at={closed.at} />
          </>
        ) : loaderData.whyNot === 'not-over' ? (
          'Running'
        ) : (
          'Open'
        )
      }
      actions={<Link to={paths.accounting()}>{accounting.title}</Link>}
    >
      {!closed && <Standing {...loaderData} />}
      <Section id="balance" title={copy.balance} className={part(2, { text: 'sans' })}>
        <BalanceTable figures={figures} />
      </Section>
      <Section id="sales" title={copy.sales} className={part(2, { text: 'sans' })}>
        <SalesTable sales={figures.sales} />
        <p className={letters.intro}>{copy.refundShares}</p>
      </Section>
      <Marked {...loaderData} />
      <Section id="files" title="Files" className={part(2, { text: 'sans' })}>
        {!closed && (
          <p className={letters.intro}>
            Drafts: the month is open, and its lines can still change.
          </p>
        )}
        <ul className={stack(0.5)}>
          {monthFileKinds.map((kind) => (
            <li key={kind}>
              <a href={paths.accountingFile(month, kind)}>{fileName[kind]}</a>
              {closed && (
                <span className={classes(letters.below, letters.anywhere)}>
                  SHA-256 {closed.hashes[kind]}
                </span>
              )}
            </li>
          ))}
        </ul>
      </Section>
      {loaderData.mayReopen && <Reopen sent={actionData} />}
    </AdminPage>
  )
}

type Viewed = Route.ComponentProps['loaderData']

/** What an open month still needs, and the buttons that do it. */
function Standing({ month, whyNot, leavesOpen, unexplained, reconciled, read, ...viewed }: Viewed) {
  const { isPreparing, seen } = viewed
  const isRunning = whyNot === 'not-over'
  // It asks for what is being done already.
  const isAsked = whyNot === 'not-read' || whyNot === 'not-reconciled'
  return (
    <section className={part(2, { text: 'sans' })} aria-label="State">
      {isPreparing ? (
        <Notice tone="info">
          <p>The provider’s movements are being read and compared. The result appears here.</p>
        </Notice>
      ) : (
        (whyNot !== 'not-read' || read.state === 'failed') && <ReadStateNote read={read} />
      )}
      {!isRunning && reconciled && (
        <p>
          Compared with the provider <ShopMoment at={reconciled.at} />:{' '}
          {reconciled.differences > 0
            ? `${plural(reconciled.differences, 'difference')}.`
            : 'No differences.'}{' '}
          {!reconciled.isWhole && 'The comparison reached its limit.'}
        </p>
      )}
      {whyNot && !(isPreparing && isAsked) && (
        <Notice tone={isRunning ? 'info' : 'bad'}>
          <p>{whyNotText(whyNot, month)}</p>
        </Notice>
      )}
      {!isRunning && unexplained.length > 0 && (
        <ul className={stack(0.5)}>
          {unexplained.map((one) => (
            <li key={unexplainedText(one)}>{unexplainedText(one)}</li>
          ))}
        </ul>
      )}
      <Form method="post" preventScrollReset className={cluster([1, 3])}>
        <input type="hidden" name="seen" value={seen} />
        {!whyNot && (
          <Button name="intent" value="close">
            Close {monthName(month)}
          </Button>
        )}
        <Button kind="secondary" name="intent" value="prepare">
          Read and compare
        </Button>
      </Form>
      <p className={letters.intro}>
        {whyNot
          ? 'Reads this month’s movements at the provider again and compares them with our orders. It takes a minute or two; the result appears here.'
          : 'Closing keeps its figures and files as they are now.'}
        {!whyNot && leavesOpen && ' Earlier months can’t be closed after it.'}
      </p>
    </section>
  )
}

/** Movements that are booked in another month than one would expect. */
function Marked({ marked, figures }: Viewed) {
  const mayOpen = useMayOpen()
  if (marked.length === 0) return null
  return (
    <Section id="marked" title="Marked lines" className={part(2, { text: 'sans' })}>
      <p className={letters.intro}>
        {marked.length < figures.marked
          ? `The first ${marked.length} of ${count(figures.marked)}; the file has all.`
          : `${plural(figures.marked, 'line')} of another month.`}
      </p>
      <ul className={stack(0.5)}>
        {marked.map(({ at, order, amount, mark }, index) => (
          <li key={index}>
            <ShopDay at={at} />, {formatAmount(amount)}
            {order !== null && (
              <>
                {' '}
                {mayOpen(paths.staffOrder(order)) ? (
                  <Link to={paths.staffOrder(order)}>K-{order}</Link>
                ) : (
                  `K-${order}`
                )}
              </>
            )}
            : {markText(mark)}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Reopen({ sent }: { sent: Sent | undefined }) {
  const field = fieldsOf(sent)
  return (
    <Section id="reopen" title="Open again" className={part(2, { text: 'sans' })}>
      <p className={letters.intro}>
        Only for a mistake: the figures and files of the closed month are deleted, and the log keeps
        their hashes and your reason.
      </p>
      <Form method="post" preventScrollReset className={stack(2, { align: 'start', width: 34 })}>
        <TextArea label="Reason" rows={2} maxLength={longestReason} required {...field('reason')} />
        <Button kind="secondary" name="intent" value="reopen">
          Open again
        </Button>
      </Form>
    </Section>
  )
}
