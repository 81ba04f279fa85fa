import { Link } from 'react-router'

import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { counted } from '#platform/admin/admin.copy.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, grid, letters, roomBelow, ruled, stack } from '#ui/layout.ts'

import { holdReasonName } from '../holds/holds.rules.ts'
import { countMissingShipments } from '../shipments/new-shipments.store.server.ts'
import { carrierName } from '../tracking/carriers.rules.ts'
import { trackingId } from '../tracking/tracking-file-form.tsx'
import type { Route } from './+types/overview.page'
import { beginShipping } from './overview.actions.server.ts'
import { allCarrierContacts, shippingFigures } from './shipping-figures.store.server.ts'
import { shippingSettingsOf } from './shipping-settings.store.server.ts'

import styles from '../shipments/shipping.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Shipping')

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'ship-orders',
  async load({ db }) {
    const settings = await shippingSettingsOf(db)
    if (!settings) return { settings: null, earlier: await countMissingShipments(db) }
    return {
      settings,
      figures: await shippingFigures(db),
      contacts: await allCarrierContacts(db),
    }
  },
  actions: { begin: beginShipping },
})
export const loader = page.loader
export const action = page.action

export default function ShippingOverview({ loaderData }: Route.ComponentProps) {
  const dates = useDates()
  if (!loaderData.settings) {
    return (
      <AdminPage title="Shipping">
        <div className={stack(3, { width: 40 })}>
          <p>
            The shop does not ship from here yet. Once you start, every paid order gets a shipment,
            and buyers see where it is. This cannot be turned off again.
          </p>
          <p>
            {loaderData.earlier === 0
              ? 'Every earlier order has a shipment.'
              : `${counted(loaderData.earlier, 'earlier order gets', 'earlier orders get')} no shipment until you take ${loaderData.earlier === 1 ? 'it' : 'them'} in, on the next page.`}
          </p>
          <ButtonForm intent="begin">Start shipping from here</ButtonForm>
        </div>
      </AdminPage>
    )
  }
  const { figures, contacts } = loaderData
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
      actions={<Link to={paths.shippingSettings()}>Shipping settings</Link>}
    >
      <div>
        {isEmpty && <p className={letters.small}>Nothing waiting.</p>}
        <ul className={classes(grid(9, 2), roomBelow, styles.figures)}>
          {figuresShown.map(([name, count]) => (
            <li key={name} className={classes(stack(0.5), ruled(2))}>
              <Link to={paths.shipments({ which: whichOf[name] })}>
                <strong className={letters.big}>{count}</strong> {figureName[name]}
              </Link>
              {name === 'held' &&
                figures.held.map(({ reason, count: some }) => (
                  <Link
                    key={reason}
                    className={letters.small}
                    to={paths.shipments({ which: 'held', held: reason })}
                  >
                    {holdReasonName[reason]}: {some}
                  </Link>
                ))}
              {name === 'ready' && figures.pickups > 0 && (
                <Link className={letters.small} to={paths.pickups()}>
                  {`Pickups: ${figures.pickups}`}
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
