import { randomUUID } from 'node:crypto'

import { data, Form, Link } from 'react-router'

import {
  holdReasonName,
  holdsCopy as copy,
  holdSummary,
  shippingCopy,
} from '../shipments/shipping.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { readHoldForm } from './hold-form.rules.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'
import type { AffectedShipments } from './hold-shipments.actions.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ShopDay, ShopMoment, useTimeZone } from '#platform/text/dates.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { Block } from '#platform/layout/block.tsx'
import styles from '../shipments/shipping.module.css'
import { shopContext, siteContext } from '#platform/http/context.ts'
import { flashTo } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/holds.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const viewed = permitted(await context.get(shopContext).viewHolds(memberOf(context)))
  const { timeZone } = context.get(siteContext)
  const today = hourOf(new Date(), timeZone).slice(0, 10)
  return { groups: viewed.groups, token: randomUUID(), today }
}

type Result = {
  values: Record<string, string>
  errors: Partial<Record<string, string>>
  affected: Extract<AffectedShipments, { ok: true }> | null
}

export async function action({ request, context }: Route.ActionArgs) {
  const { shop, viewer } = callerOf(context)
  const site = context.get(siteContext)
  const form = await request.formData()
  const redirectToHolds = flashTo(context, paths.shipmentHolds())
  const intent = form.get('intent')
  if (intent === 'end') {
    const ended = permitted(await shop.endHold(viewer, String(form.get('group') ?? '')))
    if (ended.ok) return redirectToHolds('good', copy.ended(ended.ready))
    return redirectToHolds('info', copy.gone)
  }
  const values = Object.fromEntries(
    ['places', 'reason', 'from', 'until', 'note'].map((name) => [
      name,
      String(form.get(name) ?? '').slice(0, 1_000),
    ]),
  )
  const show = (result: Partial<Result>, status: number) =>
    data<Result>({ values, errors: {}, affected: null, ...result }, { status })
  const read = readHoldForm(form, site.timeZone)
  if (!read.ok) return show({ errors: { [read.field]: copy.errors[read.reason] } }, 400)
  const token = String(form.get('token') ?? '')
  const outcome =
    intent === 'place'
      ? await shop.placeHold(viewer, { ...read.request, token })
      : await shop.previewHold(viewer, read.request)
  if (!outcome.ok) {
    if (outcome.reason === 'not-staff') throw httpError(403)
    const sentence = copy.errors[outcome.reason]
    const field =
      { 'ends-early': 'until', 'long-note': 'note' }[outcome.reason as string] ?? 'places'
    const text = typeof sentence === 'function' ? sentence(outcome.wrong ?? '') : sentence
    return show({ errors: { [field]: text } }, 400)
  }
  return 'affected' in outcome
    ? redirectToHolds('good', copy.placed(outcome.affected))
    : show({ affected: outcome }, 200)
}

type HoldGroup = Route.ComponentProps['loaderData']['groups'][number]

const columns: readonly TableColumn<HoldGroup>[] = [
  { label: copy.places, cell: ({ holds }) => holdSummary(holds) },
  { label: copy.reason, cell: ({ holds: [hold] }) => holdReasonName[hold!.reason] },
  { label: copy.held, numeric: true, cell: ({ affected }) => affected },
  {
    label: copy.action,
    cell: ({ groupId, holds }) => (
      <ButtonForm
        kind="quiet"
        fields={{ group: groupId }}
        intent="end"
        aria-label={copy.endOf(holdSummary(holds))}
      >
        {copy.end}
      </ButtonForm>
    ),
  },
  { label: copy.from, cell: ({ holds: [hold] }) => <HoldHour at={hold!.from} /> },
  {
    label: copy.againFrom,
    cell: ({ holds: [hold] }) => (hold!.until ? <HoldHour at={hold!.until} /> : copy.untilEnded),
  },
  {
    label: copy.note,
    cell: ({ holds: [hold] }) => <div className={styles.note}>{hold!.note}</div>,
  },
  { label: copy.by, cell: ({ holds: [hold] }) => hold!.by },
]

export default function Holds({ loaderData, actionData }: Route.ComponentProps) {
  const { groups, token, today } = loaderData
  const { values, errors, affected } = actionData ?? { values: {}, errors: {}, affected: null }
  const value = (name: string, otherwise = '') =>
    (values as Record<string, string>)[name] ?? otherwise
  const error = (name: string) => (errors as Record<string, string>)[name]
  return (
    <AdminPage
      title={copy.title}
      actions={<Link to={paths.shippingOverview()}>{shippingCopy.title}</Link>}
    >
      <div>
        <Block id="new" title={copy.newHold}>
          <p>{copy.intro}</p>
          <Form method="post" className={styles.form} noValidate key={actionData ? 'typed' : token}>
            <input type="hidden" name="token" value={token} />
            <TextField
              name="places"
              label={copy.places}
              hint={copy.placesHint}
              defaultValue={value('places')}
              error={error('places')}
            />
            <SelectField
              name="reason"
              label={copy.reason}
              defaultValue={value('reason', 'weather')}
              error={error('reason')}
              options={Object.entries(holdReasonName).map(([key, label]) => ({
                value: key,
                label,
              }))}
            />
            <TextField
              type="date"
              name="from"
              label={copy.from}
              defaultValue={value('from', today)}
              error={error('from')}
            />
            <TextField
              type="date"
              name="until"
              label={copy.until}
              hint={copy.untilHint}
              defaultValue={value('until')}
              error={error('until')}
            />
            <TextField
              name="note"
              label={copy.note}
              defaultValue={value('note')}
              error={error('note')}
            />
            {affected && (
              <Notice>
                <p>{copy.affected(affected.total)}</p>
                {affected.byState.length > 0 && (
                  <p>
                    {affected.byState.map((one) => copy.byState(one.state, one.count)).join(', ')}
                  </p>
                )}
              </Notice>
            )}
            <div className={styles.action}>
              <Button kind={affected ? 'secondary' : 'primary'} name="intent" value="preview">
                {copy.count}
              </Button>
              {affected && (
                <Button name="intent" value="place">
                  {copy.place}
                </Button>
              )}
            </div>
          </Form>
        </Block>
        <Block id="held" title={shippingCopy.figures.held} isWide>
          <RowsTable
            label={copy.title}
            className={styles.rows}
            isWide
            columns={columns}
            rows={groups}
            rowKey={({ groupId }) => groupId}
            none={copy.none}
          />
        </Block>
      </div>
    </AdminPage>
  )
}

/** A hold that is placed here begins and ends with a day, which then goes without its midnight. */
function HoldHour({ at }: { at: Date }) {
  const isMidnight = hourOf(at, useTimeZone()).endsWith('T00:00')
  return isMidnight ? <ShopDay at={at} /> : <ShopMoment at={at} />
}
