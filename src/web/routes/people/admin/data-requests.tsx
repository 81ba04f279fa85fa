import { Form, data } from 'react-router'

import { dataRequestsCopy as copy } from '#domain/copy/personal-data.ts'
import { textOf, wholeNumberIn } from '#domain/form-text.ts'
import { dataRequestKinds, dataRequestReminderDays } from '#domain/people/data-request.ts'
import { paths } from '#domain/paths.ts'
import { AdminPage } from '#web/components/admin/admin-page.tsx'
import { ShopDay } from '#web/components/dates.tsx'
import { ButtonForm } from '#web/components/layout/button-form.tsx'
import { Block } from '#web/components/people/block.tsx'
import { shopContext } from '#web/context.ts'
import { flashTo } from '#web/flash.ts'
import { callerOf, demandFreshCode, memberOf } from '#web/guards.ts'
import { httpError, permitted } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { RowsTable } from '#web/ui/data-table.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { Route } from './+types/data-requests'
import styles from './add-subscriber.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const requests = await context.get(shopContext).viewDataRequests(memberOf(context))
  if (!requests) throw httpError(403)
  const remindFrom = new Date(Date.now() - dataRequestReminderDays * 24 * 60 * 60_000)
  return {
    requests: requests.map((one) => ({ ...one, isOverdue: one.askedAt < remindFrom })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { shop, viewer: staff } = callerOf(context)
  const form = await request.formData()
  const say = flashTo(context, paths.dataRequests())
  if (form.get('intent') === 'done') {
    demandFreshCode(context, paths.dataRequests())
    const done = permitted(await shop.finishRequest(staff, wholeNumberIn(textOf(form, 'number'))))
    if (done.ok) return say('good', copy.finished)
    return say('info', copy.notDone[done.reason])
  }
  const kind = dataRequestKinds.find((one) => one === form.get('kind')) ?? 'export'
  const recorded = permitted(
    await shop.recordDataRequest(staff, { kind, email: textOf(form, 'email') }),
  )
  if (recorded.ok) {
    const { isNew, number } = recorded
    return isNew ? say('good', copy.recorded(number)) : say('info', copy.recordedBefore(number))
  }
  return data({ error: copy.invalid, kind, email: textOf(form, 'email') }, 400)
}

export default function DataRequests({ loaderData, actionData }: Route.ComponentProps) {
  const { requests } = loaderData
  return (
    <AdminPage title={copy.title}>
      <div>
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
              label: copy.done,
              cell: ({ number }) => (
                <ButtonForm
                  kind="secondary"
                  fields={{ number }}
                  intent="done"
                  aria-label={copy.doneOf(number)}
                >
                  {copy.done}
                </ButtonForm>
              ),
            },
          ]}
        />
        <Block id="note" title={copy.add}>
          <Form method="post" className={styles.form} noValidate>
            <p>{copy.addText}</p>
            <SelectField
              name="kind"
              label={copy.kind}
              defaultValue={actionData?.kind}
              options={dataRequestKinds.map((value) => ({ value, label: copy.kinds[value] }))}
            />
            <TextField
              name="email"
              type="email"
              label={copy.email}
              defaultValue={actionData?.email}
              error={actionData?.error}
            />
            <div className={styles.actions}>
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
