import { ActionForm } from '#platform/action/action-form.tsx'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { count } from '#platform/admin/admin.copy.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Block } from '#platform/layout/block.tsx'
import { ShopDay, ShopMoment, useTimeZone } from '#platform/text/dates.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { DateField } from '#ui/date-field.tsx'
import { cluster, fields, letters } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/holds.page'
import { endHold, placeHold, previewHold } from './holds.actions.server.ts'
import { holdReasonName, placesText } from './holds.rules.ts'
import { openHolds } from './holds.store.server.ts'

import styles from '../shipments/shipping.module.css'

const page = staffPage({
  needs: 'ship-orders',
  load: async ({ db, today }) => ({ groups: await openHolds(db), today }),
  actions: { preview: previewHold, place: placeHold, end: endHold },
})
export const loader = page.loader
export const action = page.action
export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Shipment holds')

type HoldGroup = Route.ComponentProps['loaderData']['groups'][number]

const columns: readonly TableColumn<HoldGroup>[] = [
  {
    label: 'Places',
    headsRow: true,
    cell: ({ holds }) => (
      <>
        {placesText(holds)}
        <span className={letters.below}>{holdReasonName[holds[0]!.reason]}</span>
      </>
    ),
  },
  { label: 'Shipments held', numeric: true, cell: ({ affected }) => affected },
  { label: 'From', cell: ({ holds: [hold] }) => <HoldHour at={hold!.from} /> },
  {
    label: 'Ships again from',
    cell: ({ holds: [hold] }) => (hold!.until ? <HoldHour at={hold!.until} /> : 'When you end it'),
  },
  {
    label: 'Note',
    cell: ({ holds: [hold] }) => (
      <>
        {hold!.note}
        <span className={letters.below}>by {hold!.by}</span>
      </>
    ),
  },
  {
    label: 'Action',
    cell: ({ groupId, holds }) => (
      <ButtonForm
        kind="quiet"
        fields={{ group: groupId }}
        intent="end"
        aria-label={`End this hold: ${placesText(holds)}, ${holdReasonName[holds[0]!.reason]}`}
      >
        End this hold
      </ButtonForm>
    ),
  },
]

export default function Holds({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { groups, formKey, today } = loaderData
  const affected = sent?.shown
  const field = fieldsOf(sent, { reason: 'weather', from: today })
  return (
    <AdminPage title="Shipment holds">
      <div>
        {groups.length > 0 && (
          <Block id="held" title="Held" isWide>
            <RowsTable
              label="Shipment holds"
              stacked
              isWide
              columns={columns}
              rows={groups}
              rowKey={({ groupId }) => groupId}
            />
          </Block>
        )}
        <Block id="new" title="New hold">
          <p>
            Holds boxes that have not been handed over. If the weather is the reason, their buyers
            are told by email.
          </p>
          <ActionForm {...{ formKey, sent }} className={fields(30)}>
            <TextField
              label="Places"
              hint="States or three-digit ZIP prefixes, such as TX, AZ, 850–853; or all"
              {...field('places')}
            />
            <SelectField
              label="Reason"
              options={Object.entries(holdReasonName).map(([value, label]) => ({ value, label }))}
              {...field('reason')}
            />
            <DateField label="From" {...field('from')} />
            <DateField
              label="Until"
              hint="Boxes may leave again on this day. Leave empty to end the hold yourself."
              {...field('until')}
            />
            <TextField label="Note" {...field('note')} />
            {affected && (
              <Notice>
                <p>
                  {`${plural(affected.total, 'shipment')} ${affected.total === 1 ? 'is' : 'are'} affected.`}
                </p>
                {affected.byState.length > 0 && (
                  <p>
                    {affected.byState.map((one) => `${one.state}: ${count(one.count)}`).join(', ')}
                  </p>
                )}
              </Notice>
            )}
            <div className={classes(cluster(2, { align: 'end' }), styles.action)}>
              <Button kind={affected ? 'secondary' : 'primary'} name="intent" value="preview">
                See how many
              </Button>
              {affected && (
                <Button name="intent" value="place">
                  Hold them
                </Button>
              )}
            </div>
          </ActionForm>
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
