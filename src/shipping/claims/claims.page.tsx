import { Link } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { LiveForm } from '#platform/form/live-form.tsx'
import { useFormResult } from '#platform/form/use-form-result.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { decimalAmount } from '#platform/text/money.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/date-field.tsx'
import { cluster, grid, divided, letters, stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import { shipmentNumber } from '../shipments/shipment.rules.ts'
import { shipmentStateName } from '../shipments/shipping.copy.ts'
import { carrierName } from '../tracking/carriers.rules.ts'
import type { Route } from './+types/claims.page'
import { maxRefusal } from './claim-form.rules.ts'
import { claimList } from './claim-list.store.server.ts'
import { saveClaim } from './claims.actions.server.ts'

const copy = {
  title: 'Claims',
  search: 'S- or K-number, name, email or claim number',
  none: 'No box is lost or damaged.',
  noneFound: 'No claim matches.',
}

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = async (args: Route.LoaderArgs) => ({
  ...(await loadList(claimList, args)),
  now: new Date(),
})

export const action = pageAction({ save: saveClaim })

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

type Claim = ListRow<typeof claimList>

const claimsAt = (now: Date, sent: Sent | undefined) => (claims: readonly Claim[]) => (
  <ClaimList claims={claims} now={now} sent={sent} />
)

export default function Claims({ loaderData, actionData }: Route.ComponentProps) {
  const { list, isStale, now } = loaderData
  const sent = useFormResult(actionData)
  return (
    <ListPage
      name="claims"
      {...{ list, isStale, copy }}
      rowKey={({ id }) => id}
      rows={claimsAt(now, sent)}
    />
  )
}

type ListProps = { claims: readonly Claim[]; now: Date; sent: Sent | undefined }

const dayMs = 24 * 60 * 60_000

/** Lost and damaged boxes, what was claimed for them, and for how long a claim has been open. */
function ClaimList({ claims, now, sent }: ListProps) {
  return (
    <ul className={divided(2)}>
      {claims.map((one) => {
        const { claim } = one
        const age = claim && Math.floor((now.getTime() - claim.openedAt.getTime()) / dayMs)
        return (
          <li key={one.id} className={stack(1, { text: 'anywhere' })}>
            <h2 className={letters.strong}>
              {shipmentNumber(one.number)}: {shipmentStateName[one.state]}
            </h2>
            <p>
              <Link to={paths.shipment(one.number)}>{ordersCopy.number(one.orderNumber)}</Link>
              {' · '}
              {one.name}
              {one.carrier && ` · ${carrierName[one.carrier]}`}
              {' · '}
              {standingOf(claim, age)}
            </p>
            <ClaimForm shipment={one} sent={sentBy(sent, { number: String(one.number) })} />
          </li>
        )
      })}
    </ul>
  )
}

type FormProps = { shipment: Claim; sent: Sent | null }

function ClaimForm({ shipment: { number, claim }, sent }: FormProps) {
  const field = fieldsOf(sent, {
    claimNumber: claim?.claimNumber ?? '',
    amount: amountOf(claim?.amountCents ?? null),
    paidOn: claim?.paidOn ?? '',
    refusedOn: claim?.refusedOn ?? '',
    refusal: claim?.refusal ?? '',
  })
  return (
    <LiveForm
      version={claim?.version ?? 0}
      sent={sent}
      fold={claim?.closedAt && !sent ? 'Change this claim' : undefined}
      className={grid(12, 2)}
      noValidate
    >
      <input type="hidden" name="number" value={number} />
      {claim && <input type="hidden" name="version" value={claim.version} />}
      <TextField label="Claim number" autoComplete="off" {...field('claimNumber')} />
      <TextField
        label="Amount in dollars"
        inputMode="decimal"
        autoComplete="off"
        {...field('amount')}
      />
      <DateField label="Paid on" {...field('paidOn')} />
      <DateField label="Refused on" {...field('refusedOn')} />
      <TextField
        label="The carrier’s reason"
        maxLength={maxRefusal}
        autoComplete="off"
        {...field('refusal')}
      />
      <div className={cluster(0, { align: 'end' })}>
        <Button
          kind="secondary"
          name="intent"
          value="save"
          aria-label={`Save claim: ${shipmentNumber(number)}`}
        >
          Save claim
        </Button>
      </div>
    </LiveForm>
  )
}

/** How a claim stands: with the carrier for so many days, or what it came to. */
function standingOf(claim: Claim['claim'], age: number | null): string {
  if (!claim || age === null) return 'Not claimed yet'
  if (claim.paidOn) return 'Paid'
  return claim.refusedOn
    ? 'Refused by the carrier'
    : `Open for ${age === 0 ? 'less than a day' : plural(age, 'day')}`
}

const amountOf = (cents: number | null): string => (cents === null ? '' : decimalAmount(cents))
