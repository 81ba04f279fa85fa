import { Form, Link } from 'react-router'

import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, fields, letters, roomBelow, stack } from '#ui/layout.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { useDates } from '#platform/text/dates.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { holdReasonName } from '../holds/holds.rules.ts'
import styles from '../shipments/shipping.module.css'
import { carrierName } from '../tracking/carriers.rules.ts'
import { trackingId } from '../tracking/tracking-file-form.tsx'
import type { Route } from './+types/overview.page'
import {
  beginShipping,
  countOrders,
  saveShippingSettings,
  takeInOrders,
} from './overview.actions.server.ts'
import { counted } from '#platform/admin/admin.copy.ts'
import { countMissingShipments } from '../shipments/new-shipments.store.server.ts'
import { writtenWeekday } from '#platform/text/dates.rules.ts'
import { allCarrierContacts, shippingFigures } from './shipping-figures.store.server.ts'
import type { ShippingSettings } from './shipping-settings.store.server.ts'
import { shippingSettingsOf } from './shipping-settings.store.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Shipping')

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  duty: 'ship-orders',
  async load({ db }) {
    const settings = await shippingSettingsOf(db)
    if (!settings) return { settings: null, earlier: await countMissingShipments(db) }
    return {
      settings,
      figures: await shippingFigures(db),
      contacts: await allCarrierContacts(db),
    }
  },
  actions: {
    begin: beginShipping,
    count: countOrders,
    'take-in': takeInOrders,
    settings: saveShippingSettings,
  },
})
export const loader = page.loader
export const action = page.action

export default function ShippingOverview({ loaderData, actionData: sent }: Route.ComponentProps) {
  const dates = useDates()
  if (!loaderData.settings) {
    return (
      <AdminPage title="Shipping">
        <div className={stack(3, { width: 40 })}>
          <p>
            The shop does not ship from here yet. Once you begin, every order that is paid gets a
            shipment, and buyers see where it is. This cannot be turned off again.
          </p>
          <p>
            {loaderData.earlier === 0
              ? 'No earlier order is without a shipment.'
              : `${counted(loaderData.earlier, 'earlier order gets', 'earlier orders get')} no shipment until you take them in, on the next page.`}
          </p>
          <ButtonForm intent="begin">Begin to ship from here</ButtonForm>
        </div>
      </AdminPage>
    )
  }
  const { settings, figures, contacts } = loaderData
  const field = fieldsOf(sent?.intent === 'take-in' || sent?.intent === 'count' ? sent : null)
  const missing = sent?.intent === 'count' ? sent.shown : null
  const held = figures.held.reduce((sum, { count }) => sum + count, 0)
  const figuresShown = [
    ['held', held],
    ['ready', figures.ready],
    ['handedOver', figures.handedOver],
    ['underWay', figures.underWay],
    ['person', figures.person],
  ] as const
  const isEmpty = figuresShown.every(([, count]) => count === 0)
  return (
    <AdminPage
      title="Shipping"
      actions={
        <>
          <Link to={paths.shipments()}>All shipments</Link>
          <Link to={paths.shipmentHolds()}>Shipment holds</Link>
          <Link to={paths.handoverList()}>Handovers</Link>
          <Link to={paths.pickups()}>Pickups</Link>
          <Link to={paths.claims()}>Claims</Link>
          <Link to={paths.shipperProfiles()}>Shipper profiles</Link>
        </>
      }
    >
      <div>
        {isEmpty && <p className={letters.small}>Nothing waiting.</p>}
        <ul className={styles.figures}>
          {figuresShown.map(([name, count]) => (
            <li key={name}>
              <Link to={paths.shipments({ which: whichOf[name] })}>
                <strong>{count}</strong> {figureName[name]}
              </Link>
              {name === 'held' &&
                figures.held.map(({ reason, count: some }) => (
                  <Link
                    key={reason}
                    className={styles.part}
                    to={paths.shipments({ which: 'held', held: reason })}
                  >
                    {holdReasonName[reason]}: {some}
                  </Link>
                ))}
              {name === 'ready' && figures.pickups > 0 && (
                <Link className={styles.part} to={paths.pickups()}>
                  {`To be picked up: ${figures.pickups}`}
                </Link>
              )}
            </li>
          ))}
        </ul>
        <p className={classes(cluster(2), roomBelow)}>
          <ButtonLink href={paths.handovers()}>Make today’s handover</ButtonLink>
          <ButtonLink kind="secondary" href={`${paths.handovers()}#${trackingId}`}>
            Import tracking numbers
          </ButtonLink>
        </p>
        {contacts.map(
          ({ carrier, heardAt }) =>
            heardAt && (
              <p key={carrier} className={letters.small}>
                {`Last heard from ${carrierName[carrier]}: ${dates.moment(heardAt)}`}
              </p>
            ),
        )}
        <Block id="take-in" title="Take in earlier orders">
          <p>
            Paid orders since that day that have no shipment yet get one. A second time does
            nothing.
          </p>
          <Form method="post" className={fields(30)} noValidate>
            <TextField type="date" label="Orders since" {...field('since')} />
            <Button kind="secondary" name="intent" value="count">
              Take in orders
            </Button>
          </Form>
          {missing && (
            <div role="status">
              <p>
                {`${counted(missing.count, 'paid order has', 'paid orders have')} no shipment since ${writtenWeekday(missing.since)}.`}
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
        <DispatchSettings settings={settings} sent={sent?.intent === 'settings' ? sent : null} />
      </div>
    </AdminPage>
  )
}

const figureName = {
  held: 'Held',
  ready: 'Ready',
  handedOver: 'Handed over',
  underWay: 'Under way',
  person: 'Needs a person',
}

const whichOf = {
  held: 'held',
  ready: 'ready',
  handedOver: 'handed-over',
  underWay: 'under-way',
  person: 'person',
} as const

const methodTitle = { ground: 'Ground leaves on', overnight: 'Overnight leaves on' }
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
      <Form method="post" key={version} className={fields(30)} noValidate>
        <input type="hidden" name="version" value={version} />
        {(['ground', 'overnight'] as const).map((method) => (
          <fieldset key={method} className={styles.days}>
            <legend>{methodTitle[method]}</legend>
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
          hint="One day a line, such as 2026-11-26"
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
          hint="A delivery there is a return."
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
