import { Form, Link, data } from 'react-router'

import { dataRequestsCopy as copy } from './personal-data.copy.ts'
import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import {
  dataRequestKinds,
  dataRequestReminderDays,
  maxOutcomeNote,
  outcomesOf,
} from '#accounts/consent/data-request.rules.ts'
import type { WhyNotEnded } from '#accounts/consent/data-request.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { EnterCode } from '#platform/form/enter-code.tsx'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { useEmptyAfter } from '#platform/form/use-empty-after.ts'
import { ShopDay } from '#platform/text/dates.tsx'
import { Block } from '#platform/layout/block.tsx'
import { shopContext } from '#platform/http/context.ts'
import { flashTo } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/data-requests.page'
import styles from '#campaigns/mailing-list/add-subscriber.page.module.css'
import { cluster, stack } from '#ui/layout.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ url, context }: Route.LoaderArgs) {
  const requests = await context.get(shopContext).viewDataRequests(memberOf(context))
  if (!requests) throw httpError(403)
  const remindFrom = new Date(Date.now() - dataRequestReminderDays * 24 * 60 * 60_000)
  const closing = wholeNumberIn(url.searchParams.get('close') ?? '')
  return {
    requests: requests.map((one) => ({ ...one, isOverdue: one.askedAt < remindFrom })),
    closing: requests.find(({ number }) => number === closing) ?? null,
  }
}

const outcomeIn = (form: FormData) => ({
  outcome: textOf(form, 'outcome').slice(0, 40),
  note: textOf(form, 'note').slice(0, 2 * maxOutcomeNote),
})

export async function action({ request, context }: Route.ActionArgs) {
  const { shop, viewer: staff } = callerOf(context)
  const form = await request.formData()
  const say = flashTo(context, paths.dataRequests())
  if (form.get('intent') === 'done') {
    const number = wholeNumberIn(textOf(form, 'number'))
    const typed = outcomeIn(form)
    if (staff.isCodeStale) {
      return data({ closing: { ...typed, alert: copy.codeDue, isCodeDue: true } }, 409)
    }
    const done = permitted(await shop.finishRequest(staff, { number, ...typed }))
    if (done.ok) return say('good', copy.finished(number))
    switch (done.reason) {
      case 'done':
        return say('info', copy.notDone.done)
      case 'not-erased':
        return data({ closing: { ...typed, alert: copy.notDone['not-erased'] } }, 409)
      default:
        return data({ closing: { ...typed, error: done.reason } }, 400)
    }
  }
  const kind = dataRequestKinds.find((one) => one === form.get('kind')) ?? 'export'
  const recorded = permitted(
    await shop.recordDataRequest(staff, { kind, email: textOf(form, 'email') }),
  )
  if (recorded.ok) {
    const { isNew, number } = recorded
    return isNew ? say('good', copy.recorded(number)) : say('info', copy.recordedBefore(number))
  }
  return data({ noted: { error: copy.invalid, kind, email: textOf(form, 'email') } }, 400)
}

export default function DataRequests({ loaderData, actionData }: Route.ComponentProps) {
  const { requests, closing } = loaderData
  const noted = actionData && 'noted' in actionData ? actionData.noted : undefined
  const typed = actionData && 'closing' in actionData ? actionData.closing : undefined
  const noteForm = useEmptyAfter(['add'], noted !== undefined)
  return (
    <AdminPage title={copy.title}>
      <div>
        {closing && (
          <CloseRequest
            key={closing.number}
            request={closing}
            typed={typed ?? { outcome: '', note: '' }}
          />
        )}
        <p className={styles.intro}>{copy.intro}</p>
        <RowsTable
          label={copy.title}
          stacked
          rows={requests}
          rowKey={({ number }) => number}
          none={copy.none}
          columns={[
            { label: copy.number, cell: ({ number }) => number },
            { label: copy.kind, cell: ({ kind }) => copy.kinds[kind] },
            { label: copy.email, cell: ({ email }) => email },
            {
              label: copy.asked,
              cell: ({ askedAt, isOverdue }) => (
                <span>
                  <ShopDay at={askedAt} />
                  {isOverdue && `, ${copy.overdue}`}
                </span>
              ),
            },
            {
              label: copy.close,
              cell: ({ number }) => (
                <Link
                  to={paths.dataRequests({ close: String(number) })}
                  aria-label={copy.closeOf(number)}
                >
                  {copy.close}
                </Link>
              ),
            },
          ]}
        />
        <Block id="note" title={copy.add}>
          <Form
            ref={noteForm}
            method="post"
            className={stack(3, { width: 34, text: 'sans' })}
            noValidate
          >
            <p>{copy.addText}</p>
            <SelectField
              name="kind"
              label={copy.kind}
              defaultValue={noted?.kind}
              options={dataRequestKinds.map((value) => ({ value, label: copy.kinds[value] }))}
            />
            <TextField
              name="email"
              type="email"
              label={copy.email}
              defaultValue={noted?.email}
              error={noted?.error}
            />
            <div className={cluster(2)}>
              <Button name="intent" value="add">
                {copy.save}
              </Button>
            </div>
          </Form>
        </Block>
      </div>
    </AdminPage>
  )
}

type CloseProps = {
  request: NonNullable<Route.ComponentProps['loaderData']['closing']>
  typed: { outcome: string; note: string; error?: WhyNotEnded; alert?: string; isCodeDue?: boolean }
}

/** What was done about a request, asked before it leaves the list. */
function CloseRequest({ request: { number, kind, email }, typed }: CloseProps) {
  const { outcome, note, error, alert, isCodeDue } = typed
  const sentence = error && copy.whyNot[error]
  return (
    <Block id="close" title={copy.closeOf(number)}>
      <Form method="post" className={stack(3, { width: 34, text: 'sans' })} noValidate>
        {alert && (
          <Notice tone="bad">
            {alert}{' '}
            {isCodeDue && <EnterCode path={paths.dataRequests({ close: String(number) })} />}
          </Notice>
        )}
        <p>
          {copy.kinds[kind]}
          {email && `: ${email}`}
        </p>
        <input type="hidden" name="number" value={number} />
        <SelectField
          name="outcome"
          label={copy.outcome}
          defaultValue={outcome}
          error={error === 'no-outcome' ? sentence : undefined}
          options={[
            { value: '', label: copy.choose },
            ...outcomesOf[kind].map((value) => ({ value, label: copy.outcomes[value] })),
          ]}
        />
        <TextField
          name="note"
          label={copy.note}
          hint={copy.noteHint}
          defaultValue={note}
          maxLength={maxOutcomeNote}
          autoComplete="off"
          error={error && error !== 'no-outcome' ? sentence : undefined}
        />
        <p>{copy.sure}</p>
        <div className={cluster(2)}>
          <Button name="intent" value="done">
            {copy.closeOf(number)}
          </Button>
          <Link to={paths.dataRequests()}>{copy.notYet}</Link>
        </div>
      </Form>
    </Block>
  )
}
