import { Link, redirect } from 'react-router'

import { statementPlaces } from '#catalogue/destinations/buyer-statement.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import type { StateProblem } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { channelName, orderLine } from '#orders/order/admin-orders.copy.ts'
import { orderNumberIn } from '#orders/order/order-number.rules.ts'
import { may } from '#platform/access/access.rules.ts'
import { ActionForm } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { addressLines } from '#platform/address/address.rules.ts'
import { Lines } from '#platform/address/lines.tsx'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { Fact } from '#platform/layout/fact.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { Button } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { cluster, factList, fields, letters, whole } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import { countedText, volumeText } from '../states/rule-words.copy.ts'
import type { Route } from './+types/record.page'
import { endLegalHold, placeLegalHold, seeNearMatch } from './record.actions.server.ts'
import { recordEventName, recordEventText, verdictText } from './record.copy.ts'
import type { OrderedFacts } from './record.rules.ts'
import { longestHoldReason } from './record.rules.ts'
import type { ViewedRecord } from './view-record.actions.server.ts'
import { viewRecord } from './view-record.actions.server.ts'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, `Record of K-${orderNumberIn(args.params['number'] ?? '') ?? 0}`)

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'manage-compliance',
  async load({ db, viewer, params }) {
    // The number in any writing, such as `K-1011`.
    const number = orderNumberIn(params['number'] ?? '')
    if (number === null) throw httpError(404)
    if (params['number'] !== String(number)) throw redirect(paths.complianceRecord(number))
    const record = await viewRecord(db, number)
    if (!record) throw httpError(404)
    const { orderId: _orderId, ...shown } = record
    return { ...shown, mayOpenOrder: may(viewer, 'handle-orders') }
  },
  actions: { hold: placeLegalHold, 'end-hold': endLegalHold, seen: seeNearMatch },
})
export const loader = page.loader
export const action = page.action

type Shown = Omit<ViewedRecord, 'orderId'>

export default function ComplianceRecord({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { facts, person, brokenAt, events, near, isNearOpen, isHeld, formKey } = loaderData
  return (
    <AdminPage
      title={`Record of K-${facts.number}`}
      summary={brokenAt === null ? 'Chain intact ✓' : `Chain broken at ${brokenAt}`}
      actions={
        <span className={cluster([0, 3])}>
          {loaderData.mayOpenOrder && <Link to={paths.staffOrder(facts.number)}>The order</Link>}
          <Link to={paths.compliance()}>All states</Link>
        </span>
      }
    >
      <div>
        {near.length > 0 && <NearMatches {...{ near, isNearOpen }} number={facts.number} />}
        <Checked {...loaderData} />
        <Person {...loaderData} />
        <Block id="wines" title="Wines" isWide>
          <RowsTable
            label="Wines"
            stacked
            isWide
            columns={wineColumns}
            rows={facts.wines}
            rowKey={({ productId }) => productId}
          />
          <p>
            {`Shipping ${formatAmount(facts.shippingCents)}, tax ${formatAmount(facts.taxCents)}, in all ${formatAmount(facts.totalCents)}.`}
          </p>
        </Block>
        <Block id="events" title="Afterwards" isWide>
          <RowsTable
            label="Afterwards"
            stacked
            isWide
            columns={eventColumns(person?.signer ?? '')}
            rows={events}
            rowKey={({ place }) => place}
            none="Nothing has happened yet."
          />
        </Block>
        {(person || isHeld) && <LegalHold {...{ isHeld, formKey, sent }} />}
      </div>
    </AdminPage>
  )
}

/** What was checked when the order was booked, against which version of the rule. */
function Checked({ facts, at, state, day }: Shown) {
  const { rule, verdict, method } = facts
  return (
    <Block id="checked" title="Checked">
      <dl className={factList()}>
        <Fact term="Ordered">
          <ShopMoment at={at} />
          {day && (
            <span className={letters.below}>{`${numericDay(day)} in ${stateName(state)}`}</span>
          )}
        </Fact>
        <Fact term="Channel">{channelName[facts.channel as keyof typeof channelName]}</Fact>
        <Fact term="To">{state ? stateName(state) : 'Nowhere: the buyer picks it up'}</Fact>
        <Fact term="Shipping">
          {method
            ? shippingMethodName[method as keyof typeof shippingMethodName]
            : 'None was chosen'}
        </Fact>
        <Fact term="This order">
          {volumeText(facts.ml)}
          {!facts.isServed && <span className={letters.below}>Refunded at once: not sold</span>}
        </Fact>
        <Fact term="Rule">{ruleInForce(rule, state)}</Fact>
        {rule && rule.limitMl !== null && (
          <>
            <Fact term="Limit">{`${volumeText(rule.limitMl)} ${countedText(rule)}`}</Fact>
            <Fact term="Before this order">{volumeText(rule.hadMl ?? 0)}</Fact>
          </>
        )}
        {(rule || verdict) && (
          <Fact term="Verdict">
            {verdict === null ? 'Allowed' : verdictText(verdict as StateProblem)}
          </Fact>
        )}
        <Fact term="Licenses of that day" className={whole}>
          {licencesText(facts.licences)}
        </Fact>
        <Fact term="Destinations as of">
          {facts.destinations ? numericDay(facts.destinations) : 'Not recorded'}
        </Fact>
      </dl>
    </Block>
  )
}

const ruleInForce = (rule: OrderedFacts['rule'], state: string): string =>
  rule ? `Version ${rule.version} of ${stateName(state)}` : 'No rule in force'

const holderName = { business: 'ours', shipper: 'the shipper’s' } as const

const licencesText = (licences: OrderedFacts['licences']): string =>
  licences
    .map(({ number, kind, holder }) =>
      [number, kind, holderName[holder]].filter(Boolean).join(', '),
    )
    .join('; ') || 'None'

/** Who bought it, and what shows that they were old enough. */
function Person({ person, facts, events }: Shown) {
  const dates = useDates()
  const { age, statement } = facts
  const shown = events.find(({ kind }) => kind === 'collected')
  const where = statementPlaces[age.page as keyof typeof statementPlaces]
  return (
    <Block id="person" title="Buyer">
      <dl className={factList()}>
        {person ? (
          <>
            <Fact term="Name">{person.name}</Fact>
            <Fact term="Email">{person.email}</Fact>
            <Fact term="Phone">{person.phone || 'Not given'}</Fact>
            <Fact term="Address">
              {person.address ? <Lines of={addressLines(person)} /> : 'None: a pickup'}
            </Fact>
          </>
        ) : (
          <Fact term="Person" className={whole}>
            Erased, as the law no longer requires it.
          </Fact>
        )}
        <Fact term="Evidence of age" className={whole}>
          {[
            age.hasBirthdate &&
              `Birthdate given${person?.birthdate ? `: ${numericDay(person.birthdate)}` : ''}`,
            shown && `${String(shown.facts['text'] ?? 'Card shown')}, ${dates.moment(shown.at)}`,
          ]
            .filter(Boolean)
            .join('; ') || 'The statement below'}
        </Fact>
        <Fact term="Statement" className={whole}>
          {statement ? `“${statement}”` : 'None'}
          {where && age.shownAt && (
            <span
              className={letters.below}
            >{`Shown ${where}, ${dates.moment(new Date(age.shownAt))}`}</span>
          )}
        </Fact>
      </dl>
    </Block>
  )
}

type Wine = OrderedFacts['wines'][number]

const factsOfWine = ({ brand, class: kind, vintage, alcohol, cola, country }: Wine): string =>
  [
    brand,
    kind,
    vintage > 0 && String(vintage),
    alcohol !== null && `${alcohol} % alcohol`,
    cola && `COLA ${cola}`,
    country,
  ]
    .filter(Boolean)
    .join(', ')

const wineColumns: readonly TableColumn<Wine>[] = [
  {
    label: 'Wine',
    headsRow: true,
    cell: (wine) => (
      <>
        {orderLine(wine.quantity, wine.description)}
        <span className={letters.below}>{factsOfWine(wine)}</span>
      </>
    ),
  },
  {
    label: 'Volume',
    cell: ({ quantity, bottles, bottleMl }) => (
      <>
        {`${quantity * bottles} × ${bottleMl} ml`}
        <span className={letters.below}>{volumeText(quantity * bottles * bottleMl)}</span>
      </>
    ),
  },
  { label: 'Each', numeric: true, cell: ({ unitPriceCents }) => formatAmount(unitPriceCents) },
  { label: 'Tax', numeric: true, cell: ({ taxCents }) => formatAmount(taxCents) },
]

const eventColumns = (signer: string): readonly TableColumn<Shown['events'][number]>[] => [
  { label: 'When', headsRow: true, cell: ({ at }) => <ShopMoment at={at} /> },
  { label: 'What', cell: ({ kind }) => recordEventName(kind) },
  { label: 'Known of it', cell: ({ facts }) => recordEventText(facts, signer) },
]

type Near = Pick<Shown, 'near' | 'isNearOpen'> & { number: number }

/** Orders that may be of the same person or household, and do not count with this one. */
const NearMatches = ({ near, isNearOpen, number }: Near) => (
  <Block id="near" title="Near matches" isWide>
    <p>
      The same address by another name, or the same person at another address. Each counts by
      itself.
    </p>
    <RowsTable
      label="Near matches"
      stacked
      columns={nearColumns}
      rows={near}
      rowKey={(order) => order.number}
    />
    {isNearOpen ? (
      <ButtonForm kind="secondary" fields={{ number }} intent="seen">
        Not the same, or seen
      </ButtonForm>
    ) : (
      <p className={letters.quiet}>Seen.</p>
    )}
  </Block>
)

const nearColumns: readonly TableColumn<Near['near'][number]>[] = [
  {
    label: 'Order',
    headsRow: true,
    cell: ({ number }) => <Link to={paths.complianceRecord(number)}>{`K-${number}`}</Link>,
  },
  { label: 'Name', cell: ({ name }) => name },
  { label: 'Address', cell: (order) => addressLines(order).join(', ') },
]

type Hold = { isHeld: boolean; formKey: string; sent: Sent | undefined }

const LegalHold = ({ isHeld, formKey, sent }: Hold) => (
  <div data-print="no">
    <Block id="legal-hold" title="Legal hold">
      <p>
        {isHeld
          ? 'The person of this order is not erased while the hold lasts.'
          : 'While an order is under a legal hold, its person is not erased.'}
      </p>
      <ActionForm {...{ formKey, sent }} className={fields(30)} key={String(isHeld)}>
        <TextField label="Reason" maxLength={longestHoldReason} {...fieldsOf(sent)('reason')} />
        <Button kind="secondary" name="intent" value={isHeld ? 'end-hold' : 'hold'}>
          {isHeld ? 'End the hold' : 'Place a hold'}
        </Button>
      </ActionForm>
    </Block>
  </div>
)
