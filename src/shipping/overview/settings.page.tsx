import { Form, Link, redirect } from 'react-router'

import { carriedMethods, shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { counted } from '#platform/admin/admin.copy.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { DateField } from '#ui/date-field.tsx'
import { cluster, fields } from '#ui/layout.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { shippingParts } from '../parts.rules.ts'
import type { Route } from './+types/settings.page'
import { countOrders, saveShippingSettings, takeInOrders } from './overview.actions.server.ts'
import type { ShippingSettings } from './shipping-settings.store.server.ts'
import { shippingSettingsOf } from './shipping-settings.store.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, shippingParts.settings.title)

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'ship-orders',
  async load({ db }) {
    const settings = await shippingSettingsOf(db)
    if (!settings) throw redirect(paths.shippingOverview())
    return { settings }
  },
  actions: { count: countOrders, 'take-in': takeInOrders, settings: saveShippingSettings },
})
export const loader = page.loader
export const action = page.action

export default function SettingsOfShipping({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { settings } = loaderData
  const field = fieldsOf(sent?.intent === 'take-in' || sent?.intent === 'count' ? sent : null)
  const missing = sent?.intent === 'count' ? sent.shown : null
  return (
    <AdminPage
      title={shippingParts.settings.title}
      actions={
        <>
          <Link to={paths.shipperProfiles()}>Shipper profiles</Link>
          <Link to={paths.shippingOverview()}>Shipping</Link>
        </>
      }
    >
      <div>
        <DispatchSettings settings={settings} sent={sent?.intent === 'settings' ? sent : null} />
        <Block id="take-in" title="Take in earlier orders">
          <p>
            Gives paid orders since that day a shipment if they have none. Doing it twice changes
            nothing.
          </p>
          <Form method="post" className={fields(40)} noValidate>
            <DateField label="Orders since" {...field('since')} />
            <Button kind="secondary" name="intent" value="count">
              Take in orders
            </Button>
          </Form>
          {missing && (
            <div role="status">
              <p>
                {`${counted(missing.count, 'paid order has', 'paid orders have')} no shipment since ${numericDay(missing.since)}.`}
              </p>
              {missing.count > 0 && (
                <ButtonForm
                  intent="take-in"
                  fields={{ since: missing.since, counted: missing.count }}
                >
                  {`Take in ${counted(missing.count, 'order', 'orders')}`}
                </ButtonForm>
              )}
            </div>
          )}
        </Block>
      </div>
    </AdminPage>
  )
}

const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

type SettingsProps = { settings: ShippingSettings; sent: Sent | null }

/** On which days boxes leave, and from where. */
function DispatchSettings({ settings, sent }: SettingsProps) {
  const { dispatch, senderZip, version } = settings
  const field = fieldsOf(sent, {
    holidays: dispatch.holidays.join('\n'),
    daysBefore: String(dispatch.daysBefore),
    senderZip,
  })
  return (
    <Block id="dispatch" title="Days and sender">
      <Form method="post" key={version} className={fields(40)} noValidate>
        <input type="hidden" name="version" value={version} />
        {carriedMethods.map((method) => (
          <fieldset key={method} className={cluster([1, 2], { align: 'start' })}>
            <legend>{shippingMethodName[method]} leaves on</legend>
            {weekdayNames.map((name, day) => (
              <Checkbox
                key={name}
                name={method}
                value={day}
                label={name}
                defaultChecked={dispatch[method].some((one) => one === day)}
              />
            ))}
          </fieldset>
        ))}
        <TextArea
          label="Holidays"
          hint="One date per line, such as 2026-11-26"
          rows={3}
          {...field('holidays')}
        />
        <TextField
          type="number"
          min={0}
          max={14}
          label="Days before a holiday on which nothing leaves"
          {...field('daysBefore')}
        />
        <TextField
          label="ZIP code that boxes are sent from"
          hint="A delivery to this ZIP code counts as a return, unless the box was sent there."
          inputMode="numeric"
          {...field('senderZip')}
        />
        <Button kind="secondary" name="intent" value="settings">
          Save
        </Button>
      </Form>
    </Block>
  )
}
