import { data, Form, Link } from 'react-router'

import { carrierName } from '../tracking/carriers.rules.ts'
import { handoversCopy, shippingCopy as copy } from '../shipments/shipping.copy.ts'
import { claimsCopy, pickupsCopy } from '../pickup/pickups.copy.ts'
import { holdReasonName } from '../holds/holds.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { readDispatchForm } from '../readiness/dispatch-form.rules.ts'
import { readHour } from '#platform/text/typed-hour.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { useDates } from '#platform/text/dates.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { Block } from '#platform/layout/block.tsx'
import { DispatchSettings } from '../readiness/dispatch-settings.tsx'
import styles from '../shipments/shipping.module.css'
import { trackingId } from '../tracking/tracking-file-form.tsx'
import { shopContext, siteContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { versionIn } from '#platform/form/version-in.ts'
import { fields, letters, stack } from '#ui/layout.ts'

import type { Route } from './+types/overview.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const viewed = permitted(await context.get(shopContext).viewShipping(memberOf(context)))
  return viewed
}

type Result = { takeIn?: string; settings?: Partial<Record<string, string>> }

export async function action({ request, context }: Route.ActionArgs) {
  const { shop, viewer } = callerOf(context)
  const site = context.get(siteContext)
  const form = await request.formData()
  const intent = form.get('intent')
  const back = (sentence: string) =>
    redirectWithFlash(paths.shippingOverview(), { tone: 'good', sentence }, context)
  const show = (result: Result, status: number) => data(result, { status })

  if (intent === 'begin') {
    permitted(await shop.beginShipping(viewer))
    return back(copy.begun)
  }
  if (intent === 'take-in') {
    const since = readHour(`${String(form.get('since') ?? '')}T00:00`, site.timeZone)
    if (!since.ok) return show({ takeIn: copy.takeIn['no-day'] }, 400)
    const taken = await shop.takeInOrders(viewer, since.at)
    if (taken.ok) return back(copy.takeIn.done(taken.count))
    if (taken.reason === 'in-future') return show({ takeIn: copy.takeIn['in-future'] }, 400)
    throw httpError(taken.reason === 'not-staff' ? 403 : 404)
  }
  const { errors: sentences } = copy.settings
  const version = versionIn(form)
  const read = readDispatchForm(form)
  if (!read.ok) return show({ settings: { [read.field]: sentences[read.field] } }, 400)
  const saved = await shop.saveShippingSettings(viewer, version, read.changes)
  if (saved.ok) return back(copy.settings.saved)
  if (saved.reason === 'not-a-zip') {
    return show({ settings: { senderZip: sentences['not-a-zip'] } }, 400)
  }
  if (saved.reason === 'saved-elsewhere') {
    return show({ settings: { form: sentences['saved-elsewhere'] } }, 409)
  }
  throw httpError(saved.reason === 'not-staff' ? 403 : 404)
}

export default function ShippingOverview({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, figures, contacts } = loaderData
  const dates = useDates()
  if (!settings || !figures) {
    return (
      <AdminPage title={copy.title}>
        <div className={stack(3, { width: 40 })}>
          <p>{copy.intro}</p>
          <ButtonForm intent="begin">{copy.begin}</ButtonForm>
        </div>
      </AdminPage>
    )
  }
  const held = figures.held.reduce((sum, { count }) => sum + count, 0)
  const counted = [
    ['held', held],
    ['ready', figures.ready],
    ['handedOver', figures.handedOver],
    ['underWay', figures.underWay],
    ['person', figures.person],
  ] as const
  const isEmpty = counted.every(([, count]) => count === 0)
  return (
    <AdminPage
      title={copy.title}
      actions={
        <>
          <Link to={paths.shipments()}>{copy.all}</Link>
          <Link to={paths.shipmentHolds()}>Shipment holds</Link>
          <Link to={paths.handoverList()}>{handoversCopy.title}</Link>
          <Link to={paths.pickups()}>{pickupsCopy.title}</Link>
          <Link to={paths.claims()}>{claimsCopy.title}</Link>
          <Link to={paths.shipperProfiles()}>{copy.profiles}</Link>
        </>
      }
    >
      <div>
        {isEmpty && <p className={letters.small}>{copy.nothing}</p>}
        <ul className={styles.figures}>
          {counted.map(([name, count]) => (
            <li key={name}>
              <Link to={paths.shipments({ which: whichOf[name] })}>
                <strong>{count}</strong> {copy.figures[name]}
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
                  {copy.pickups(figures.pickups)}
                </Link>
              )}
            </li>
          ))}
        </ul>
        <p className={styles.today}>
          <ButtonLink href={paths.handovers()}>{copy.today}</ButtonLink>
          <ButtonLink kind="secondary" href={`${paths.handovers()}#${trackingId}`}>
            {copy.importTracking}
          </ButtonLink>
        </p>
        {contacts.map(
          ({ carrier, heardAt }) =>
            heardAt && (
              <p key={carrier} className={letters.small}>
                {copy.heardFrom(carrierName[carrier], dates.moment(heardAt))}
              </p>
            ),
        )}
        <Block id="take-in" title={copy.takeIn.title}>
          <p>{copy.takeIn.text}</p>
          <Form method="post" className={fields(30)} noValidate>
            <TextField
              type="date"
              name="since"
              label={copy.takeIn.since}
              error={actionData?.takeIn}
            />
            <Button kind="secondary" name="intent" value="take-in">
              {copy.takeIn.button}
            </Button>
          </Form>
        </Block>
        <DispatchSettings settings={settings} errors={actionData?.settings ?? {}} />
      </div>
    </AdminPage>
  )
}

const whichOf = {
  held: 'held',
  ready: 'ready',
  handedOver: 'handed-over',
  underWay: 'under-way',
  person: 'person',
} as const
