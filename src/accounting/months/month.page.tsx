import { Form, Link, redirect } from 'react-router'

import { monthFileKinds } from './month-summary.rules.ts'
import { isMonth, monthName } from '#platform/text/accounting-month.rules.ts'
import { accountingCopy as copy, markText, unexplainedText, whyNotText } from './accounting.copy.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { BalanceTable, SalesTable } from './month-tables.tsx'
import { ReadStateNote } from './read-state-note.tsx'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { useMayOpen } from '#platform/access/use-may.ts'
import { usePolling } from '#platform/admin/use-polling.ts'
import { ShopDay, ShopMoment } from '#platform/text/dates.tsx'
import { Section } from '#platform/layout/section.tsx'
import { shopContext } from '#platform/http/context.ts'
import { flashTo } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { found, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'
import { classes } from '#ui/classes.ts'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'

import type { Route } from './+types/month.page'
import styles from './accounting.page.module.css'

export const meta: Route.MetaFunction = (args) => {
  const { month } = args.params
  return unlistedMeta(args, isMonth(month) ? monthName(month) : copy.title)
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewed = found(await context.get(shopContext).viewMonth(memberOf(context), params.month))
  return viewed
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { month } = params
  const form = await request.formData()
  const { shop, viewer } = callerOf(context)
  const back = flashTo(context, paths.accountingMonth(month))
  const intent = form.get('intent')
  if (intent === 'prepare') {
    found(await shop.requestMonth(viewer, month))
    return redirect(paths.accountingMonth(month), 303)
  }
  if (intent === 'reopen') {
    const reason = String(form.get('reason') ?? '')
    const reopened = permitted(await shop.reopenMonth(viewer, { month, reason }))
    if (reopened.ok) return back('good', copy.reopened(monthName(month)))
    return back('bad', copy.notReopened[reopened.reason])
  }
  const seen = String(form.get('seen') ?? '')
  const closed = found(await shop.closeMonth(viewer, { month, seen }))
  if (closed.ok) return back('good', copy.closed(monthName(month)))
  return back(
    closed.reason === 'closed-already' ? 'info' : 'bad',
    closed.reason === 'changed-meanwhile' ? copy.changed : whyNotText(closed.reason, month),
  )
}

export default function Month({ loaderData }: Route.ComponentProps) {
  const { month, figures, closed, isPreparing } = loaderData
  usePolling(isPreparing ? 1_000 : null)
  return (
    <AdminPage
      title={monthName(month)}
      summary={
        closed ? (
          <>
            {copy.closedBy(closed.by)}, <ShopMoment at={closed.at} />
          </>
        ) : (
          copy.open
        )
      }
      actions={<Link to={paths.accounting()}>{copy.title}</Link>}
    >
      {!closed && <Standing {...loaderData} />}
      <Section id="balance" title={copy.balance} className={styles.part}>
        <BalanceTable figures={figures} />
      </Section>
      <Section id="sales" title={copy.sales} className={styles.part}>
        <SalesTable sales={figures.sales} />
        <p className={styles.quiet}>{copy.refundShares}</p>
      </Section>
      <Marked {...loaderData} />
      <Section id="files" title={copy.files} className={styles.part}>
        {!closed && <p className={styles.quiet}>{copy.draft}</p>}
        <ul className={stack(0.5)}>
          {monthFileKinds.map((kind) => (
            <li key={kind}>
              <a href={paths.accountingFile(month, kind)}>{copy.fileNames[kind]}</a>
              {closed && (
                <span className={classes(letters.below, letters.anywhere)}>
                  {copy.hash} {closed.hashes[kind]}
                </span>
              )}
            </li>
          ))}
        </ul>
      </Section>
      {loaderData.mayReopen && <Reopen />}
    </AdminPage>
  )
}

type Viewed = Route.ComponentProps['loaderData']

/** What an open month still needs, and the buttons that do it. */
function Standing({ month, whyNot, unexplained, reconciled, read, isPreparing, seen }: Viewed) {
  const isRunning = whyNot === 'not-over'
  return (
    <section className={styles.part} aria-label={copy.state}>
      {isPreparing ? (
        <Notice tone="info">
          <p>{copy.preparing}</p>
        </Notice>
      ) : (
        <ReadStateNote read={read} />
      )}
      {!isRunning && reconciled && (
        <p>
          {copy.reconciled} <ShopMoment at={reconciled.at} />:{' '}
          {reconciled.differences > 0 ? copy.differ(reconciled.differences) : copy.clean}{' '}
          {!reconciled.isWhole && copy.notWhole}
        </p>
      )}
      {whyNot && (
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
            {copy.close(monthName(month))}
          </Button>
        )}
        <Button kind="secondary" name="intent" value="prepare">
          {copy.prepare}
        </Button>
      </Form>
      <p className={styles.quiet}>{whyNot ? copy.prepareAbout : copy.closeAbout}</p>
    </section>
  )
}

/** Movements that are booked in another month than one would expect. */
function Marked({ marked, figures }: Viewed) {
  const mayOpen = useMayOpen()
  if (marked.length === 0) return null
  return (
    <Section id="marked" title={copy.marked} className={styles.part}>
      <p className={styles.quiet}>{copy.markedAbout(marked.length, figures.marked)}</p>
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

const Reopen = () => (
  <Section id="reopen" title={copy.reopen} className={styles.part}>
    <p className={styles.quiet}>{copy.reopenAbout}</p>
    <Form method="post" preventScrollReset className={styles.reopen}>
      <TextArea label={copy.reason} name="reason" rows={2} maxLength={300} required />
      <Button kind="secondary" name="intent" value="reopen">
        {copy.reopen}
      </Button>
    </Form>
  </Section>
)
