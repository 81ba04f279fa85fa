import { Form, Link } from 'react-router'

import {
  dataRequestKinds,
  dataRequestReminderDays,
  maxOutcomeNote,
  outcomesOf,
} from '#accounts/consent/data-request.rules.ts'
import { openDataRequests } from '#accounts/consent/data-requests.store.server.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { ShopDay } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { RowsTable } from '#ui/data-table.tsx'
import { atMost, cluster, roomBelow, stack } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/data-requests.page'
import { finishRequest, recordDataRequest } from './data-requests.actions.server.ts'
import { dataRequestsCopy as copy } from './personal-data.copy.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const page = staffPage({
  needs: 'edit-users',
  async load({ db, now, request }) {
    const requests = await openDataRequests(db)
    const remindFrom = new Date(now.getTime() - dataRequestReminderDays * 24 * 60 * 60_000)
    const closing = wholeNumberIn(new URL(request.url).searchParams.get('close'))
    return {
      requests: requests.map((one) => ({ ...one, isOverdue: one.askedAt < remindFrom })),
      closing: requests.find(({ number }) => number === closing) ?? null,
    }
  },
  actions: { add: recordDataRequest, done: finishRequest },
})
export const loader = page.loader
export const action = page.action

export default function DataRequests({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { requests, closing } = loaderData
  const noted = sent?.intent === 'add' ? sent : undefined
  const field = fieldsOf(noted)
  return (
    <AdminPage title={copy.title}>
      <div>
        {closing && (
          <CloseRequest
            key={closing.number}
            request={closing}
            sent={sent?.intent === 'done' ? sent : undefined}
          />
        )}
        <p className={classes(atMost(46), roomBelow)}>{copy.intro}</p>
        <div className={roomBelow}>
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
        </div>
        <Block id="note" title={copy.add}>
          <Form
            // Empty again once a request was added, which has the highest number.
            key={Math.max(0, ...requests.map(({ number }) => number))}
            method="post"
            className={stack(3, { width: 34, text: 'sans' })}
            noValidate
          >
            <p>{copy.addText}</p>
            <SelectField
              name="kind"
              label={copy.kind}
              defaultValue={noted?.values['kind']}
              options={dataRequestKinds.map((value) => ({ value, label: copy.kinds[value] }))}
            />
            <TextField type="email" label={copy.email} {...field('email')} />
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
  sent: Sent | undefined
}

/** What was done about a request, asked before it leaves the list. */
function CloseRequest({ request: { number, kind, email }, sent }: CloseProps) {
  const field = fieldsOf(sent)
  return (
    <Block id="close" title={copy.closeOf(number)}>
      <Form method="post" className={stack(3, { width: 34, text: 'sans' })} noValidate>
        <p>
          {copy.kinds[kind]}
          {email && `: ${email}`}
        </p>
        <input type="hidden" name="number" value={number} />
        <SelectField
          label={copy.outcome}
          options={[
            { value: '', label: copy.choose },
            ...outcomesOf[kind].map((value) => ({ value, label: copy.outcomes[value] })),
          ]}
          {...field('outcome')}
        />
        <TextField
          label={copy.note}
          hint={copy.noteHint}
          maxLength={maxOutcomeNote}
          autoComplete="off"
          {...field('note')}
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
