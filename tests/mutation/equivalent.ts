type Same = { from: string; to: string; why: string }

const inFile = (file: string, same: readonly Same[]) => same.map((one) => ({ file, ...one }))

const isRefusedByTypes = 'the check of types refuses it; at run time null counts as 0'
const isNeverNull = 'is checked before, and stands there for the types'
/** Of a component. */
const showsNothing = {
  ...{ from: 'return null', to: 'return undefined as never' },
  why: 'nothing is shown either way',
}

/** Generated mutants that change nothing anyone could notice, by file and by what they change. */
export const equivalent: readonly ({ file: string } & Same)[] = [
  ...inFile('src/catalogue/destinations/address-form.rules.ts', [
    { from: "parseState(typed) ?? ''", to: 'parseState(typed)', why: isNeverNull },
  ]),
  ...inFile('src/catalogue/on-sale/release-form.rules.ts', [
    {
      from: 'return null',
      to: 'return undefined as never',
      why: 'it is only asked whether it is one',
    },
    { from: '86_400_000', to: '86400001', why: 'hours are typed by the minute' },
    {
      from: 'at > last',
      to: 'at >= last',
      why: 'of two waves at the same hour either is the last',
    },
  ]),
  ...inFile('src/accounting/months/months.store.server.ts', [
    { from: '1', to: '2', why: 'of what is read only the first row is taken' },
  ]),
  ...inFile('src/checkout/cart/cart.rules.ts', [
    { from: 'later', to: 'true', why: 'an undefined `later` is read as none' },
    { from: 'shipping ?? 0', to: 'shipping', why: isRefusedByTypes },
  ]),
  ...inFile('src/checkout/checkout.rules.ts', [
    { from: 'max', to: 'min', why: 'the hold and the provider’s minimum are both 30 minutes' },
  ]),
  ...inFile('src/checkout/card/kept-cards.actions.server.ts', [
    { from: 'clearTimeout(timer)', to: ';', why: 'what it would end nobody waits for any more' },
  ]),
  ...inFile('src/checkout/offers/adopt-link-sale.actions.server.ts', [
    {
      from: 'return null',
      to: 'return undefined as never',
      why: 'it is only asked whether there is one',
    },
  ]),
  ...inFile('src/order-changes/change-money.rules.ts', [
    { from: 'paidCents ?? 0', to: 'paidCents', why: isRefusedByTypes },
    {
      from: 'false',
      to: 'true',
      why: 'the shipping of that purpose is replaced in the next lines',
    },
    { from: 'more > 0', to: 'more >= 0', why: 'without a difference nothing is refunded either' },
    {
      from: 'shippingPrice(one, cases) ?? 0',
      to: 'shippingPrice(one, cases)',
      why: 'no method has a price for such a count, so that none is dearer',
    },
    {
      from: "!('method' in before) || !('method' in after)",
      to: "!('method' in before) && !('method' in after)",
      why: 'a change has a method before and after, or neither',
    },
    {
      from: "!('method' in before) || !('method' in after)",
      to: 'false',
      why: 'other changes have no method to filter by, and no reason',
    },
  ]),
  ...inFile('src/accounting/months/month-csv.rules.ts', [
    { from: '2', to: '3', why: 'cents make two decimals at most' },
    { from: "payment?.state ?? ''", to: 'payment?.state', why: 'no value is an empty cell, too' },
    { from: "line.paymentId ?? ''", to: 'line.paymentId', why: 'no value is an empty cell, too' },
  ]),
  ...inFile('src/accounting/months/month-lines.rules.ts', [
    { from: 'return null', to: 'return undefined as never', why: 'both are no parts' },
    { from: 'amount > 0', to: 'amount >= 0', why: 'no refund is of nothing' },
  ]),
  ...inFile('src/releases/allocations/allocation-file.rules.ts', [
    { from: 'text === null', to: 'false', why: 'null is no table either' },
  ]),
  ...inFile('src/releases/check/preview.rules.ts', [
    { from: "as.kind === 'wave'", to: 'true', why: 'others have no wave to be found' },
    { from: "phase === 'draft'", to: 'false', why: isNeverNull },
  ]),
  ...inFile('src/releases/release-day/release-day.rules.ts', [
    { from: 'receiptsWaiting ?? 0', to: 'receiptsWaiting', why: isRefusedByTypes },
    {
      from: 'processes.slowest?.p95 ?? 0',
      to: 'processes.slowest?.p95',
      why: 'undefined is greater than nothing',
    },
  ]),
  ...inFile('src/releases/release-day/sales-chart.rules.ts', [
    { from: 'sales.length === 0', to: 'false', why: 'without a sale there is no minute either' },
  ]),
  ...inFile('src/shipping/tracking/carriers.rules.ts', [
    { from: 'start + 1', to: 'start - 1', why: 'no group at all is no number' },
  ]),
  ...inFile('src/shipping/tracking/events.rules.ts', [
    {
      from: "carrierKinds.filter((kind) => kind !== 'other')",
      to: 'carrierKinds',
      why: 'no state is called so',
    },
    { from: '!movesState(kind)', to: 'false', why: 'events lead to no state of other kinds' },
    { from: 'rank.get(a.kind) ?? 0', to: 'rank.get(a.kind)', why: 'other kinds move no box' },
    { from: 'rank.get(b.kind) ?? 0', to: 'rank.get(b.kind)', why: 'other kinds move no box' },
  ]),
  ...inFile('src/shipping/tracking/tracking-file.rules.ts', [
    { from: 'return undefined', to: 'return undefined as never', why: 'it is the same' },
    { from: 'year < 100', to: 'year <= 100', why: 'no day of the year 100 is read' },
  ]),
  ...inFile('src/shipping/returns/follow-refund.actions.server.ts', [
    {
      from: 'isBeforeHandover(shipment.state)',
      to: 'true',
      why: 'what is handed over is not cancelled, and is flagged there as well',
    },
  ]),
  ...inFile('src/shipping/follow-ups/follow-up.rules.ts', [
    {
      from: 'followedUpAt?.getTime() ?? 0',
      to: 'followedUpAt?.getTime()',
      why: 'no box was followed up in 1970',
    },
  ]),
  ...inFile('src/shipping/pickup/choose-pickup.actions.server.ts', [
    { from: '2', to: '3', why: 'taken slots after the last offered day are looked at by nothing' },
  ]),
  ...inFile('src/shipping/overview/overview.actions.server.ts', [
    { from: 'count > 0', to: 'count >= 0', why: 'without a new order nothing becomes ready' },
  ]),
  ...inFile('src/accounts/links/entry-link.rules.ts', [
    { from: 'until < latest', to: 'until <= latest', why: 'both are the same moment then' },
  ]),
  ...inFile('src/campaigns/mailing-list/subscriber-form.rules.ts', [
    { from: '254', to: '255', why: 'an address is not longer, with the same sentence' },
  ]),
  ...inFile('src/checkout/match-records.actions.server.ts', [
    {
      from: 'return false',
      to: 'return undefined as never',
      why: 'it is only asked whether they agree',
    },
  ]),
  ...inFile('src/storefront/cart/cart-change.rules.ts', [
    {
      from: 'wanted > current',
      to: 'wanted >= current',
      why: 'the same number has changed nothing before',
    },
    {
      from: 'current === 0',
      to: 'true',
      why: 'a wine that is in the cart gets the wanted number in either case',
    },
  ]),
  ...inFile('src/requests/request.rules.ts', [
    { from: '86_400_000', to: '86400001', why: 'days are rounded' },
  ]),
  ...inFile('src/releases/release/save-release.actions.server.ts', [
    {
      from: 'return false',
      to: 'return undefined as never',
      why: 'it is only asked whether it ends one',
    },
  ]),
  ...inFile('src/campaigns/links/enter-by-link.actions.server.ts', [
    {
      from: 'return null',
      to: 'return undefined as never',
      why: 'it is only asked whether there is an account',
    },
  ]),
  ...inFile('src/campaigns/mailing-list/unsubscribe.actions.server.ts', [
    { from: 'subscribed', to: 'false', why: 'an address that may be written to has not left' },
  ]),
  ...inFile('src/order-changes/hold.store.server.ts', [
    {
      from: 'mail.shipment_id = ${shipments.id}',
      to: 'true',
      why: 'each hold of a buyer has a group of its own, which is the cause of its email',
    },
  ]),
  ...inFile('src/order-changes/difference-channel.actions.server.ts', [
    {
      from: 'return null',
      to: 'return undefined as never',
      why: 'it is only asked whether it was booked',
    },
  ]),
  ...inFile('src/catalogue/wines/wine-files.actions.server.ts', [
    {
      from: 'return null',
      to: 'return undefined as never',
      why: 'it is only asked whether there is one',
    },
  ]),
  ...inFile('src/admin/staff/staff.actions.server.ts', [
    { from: 'field', to: 'true', why: 'an undefined field is none' },
  ]),
  ...inFile('src/privacy/people/view-person.actions.server.ts', [
    {
      from: "may(viewer, 'edit-users') && may(viewer, 'edit-subscribers')",
      to: "may(viewer, 'edit-users') || may(viewer, 'edit-subscribers')",
      why: 'the same duties allow both',
    },
  ]),
  ...inFile('src/accounts/sign-in/change-password.actions.server.ts', [
    {
      from: 'return false',
      to: 'return undefined as never',
      why: 'it is only asked whether it was changed',
    },
  ]),
  ...inFile('src/accounts/sign-in/login.page.tsx', [showsNothing]),
  ...inFile('src/storefront/release-cards/ourwines.page.tsx', [showsNothing]),
  ...inFile('src/privacy/personal-data/data-requests.page.tsx', [
    { from: "sent?.intent === 'add'", to: 'true', why: 'the other form has none of its fields' },
    { from: "sent?.intent === 'done'", to: 'true', why: 'the other form has none of its fields' },
  ]),
  ...inFile('src/campaigns/campaign/campaign.page.tsx', [
    {
      from: '0',
      to: '1',
      why: 'without a version nothing was saved, and what follows is not done',
    },
  ]),
]
