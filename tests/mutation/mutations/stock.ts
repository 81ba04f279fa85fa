import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const holds = 'src/checkout/new-checkouts.store.db.test.ts'

/** Stock holds, allocations, emails, imports. */
export const stock: readonly Mutation[] = [
  {
    name: 'a confirmed throw-away account is not counted by its network',
    file: 'src/checkout/holder-network.actions.server.ts',
    search: "buyer?.emailVerified && (buyer.lastOrderAt || hasAllocations || address === '')",
    replace: 'buyer?.emailVerified',
    tests: ['src/checkout/unconfirmed-holds.actions.db.test.ts'],
  },
  {
    name: 'a changed cart renews its hold for ever',
    file: 'src/checkout/open-checkout.actions.server.ts',
    search: 'starts <= newBuyerHolds.renewals',
    replace: 'starts >= 0',
    tests: ['src/checkout/unconfirmed-holds.actions.db.test.ts'],
  },
  {
    name: 'short holds take all that is left',
    file: 'src/checkout/new-checkouts.store.server.ts',
    search: '(short.units + units.quantity) * ${shortHolds.leftPart}',
    replace: '(short.units + units.quantity)',
    tests: ['src/checkout/unconfirmed-holds.actions.db.test.ts'],
  },
  {
    name: 'a short hold follows upon the other',
    file: 'src/checkout/open-checkout.actions.server.ts',
    search: 'until === null || new Date(until) > whole',
    replace: 'until !== undefined',
    tests: ['src/checkout/unconfirmed-holds.actions.db.test.ts'],
  },
  {
    name: 'the page to return to calls the payment provider at will',
    file: 'src/checkout/return-from-payment.actions.server.ts',
    search: 'return count.times <= lookUps.max',
    replace: 'return count.times > 0',
    tests: ['src/checkout/record-payment.actions.db.test.ts'],
  },
  {
    name: 'one box opens payment pages at will',
    file: 'src/shipping/returns/start-reshipment.actions.server.ts',
    search: '(await countReshipmentPages(tx, id, since)) >= mostPages',
    replace: '(await countReshipmentPages(tx, id, since)) < 0',
    tests: ['src/shipping/returns/reshipment.actions.db.test.ts'],
  },
  {
    name: 'staff change an order of their own',
    file: 'src/order-changes/for-buyer.actions.server.ts',
    search: '  await demandNotOwn(db, viewer, order)\n',
    replace: '',
    tests: ['src/order-changes/for-buyer.actions.db.test.ts'],
  },
  {
    name: 'staff resolve a flag of their own order',
    file: 'src/orders/flags/resolve-flag.actions.server.ts',
    search: '    await demandNotOwn(tx, viewer, order)\n',
    replace: '',
    tests: ['src/shipping/returns/returns.actions.db.test.ts'],
  },
  {
    name: 'one account calls the payment provider at will',
    file: 'src/checkout/open-checkout.actions.server.ts',
    search: 'recent.starts >= checkoutStarts.max',
    replace: 'recent.starts < 0',
    tests: ['src/checkout/unconfirmed-holds.actions.db.test.ts'],
  },
  {
    name: 'a hold does not look at the wine’s release',
    file: 'src/catalogue/on-sale/wine-release.store.server.ts',
    search: "), p.release_state = 'on-sale')`",
    replace: '), true)`',
    tests: [holds],
  },
  {
    name: 'a hold does not look whether the release is open',
    file: 'src/catalogue/on-sale/wine-release.store.server.ts',
    search: "isRehearsal ? '{open,before}' : '{open}'",
    replace: "isRehearsal ? '{open,before}' : '{open,before,paused,closed}'",
    tests: [holds],
  },
  {
    name: 'a stale sender overwrites the outcome of an email',
    file: 'src/mail/mails.store.server.ts',
    search:
      "and(eq(mails.id, mail.id), eq(mails.state, 'sending'), eq(mails.attempts, mail.attempts))",
    replace: 'eq(mails.id, mail.id)',
    tests: ['src/mail/mails.store.db.test.ts'],
  },
  {
    name: 'imported documents are told apart without their collection',
    file: 'src/privacy/import/imported-records.store.server.ts',
    search: 'eq(importedRecords.collection, collection),\n        inArray',
    replace: 'inArray',
    tests: ['src/privacy/import/import-records.actions.db.test.ts'],
  },
  ...inFile(
    'src/releases/allocations/staff-allocations.store.server.ts',
    'src/releases/allocations/staff-allocations.actions.db.test.ts',
    [
      [
        'a file moves customers to another wave of an open release',
        'onlyUpwards ? sql`allocations.wave_id` : sql`excluded.wave_id`',
        'sql`excluded.wave_id`',
      ],
      [
        'a file locks allocations in its own order',
        'order by a.id for no key update of a',
        'limit 0',
      ],
    ],
  ),
  ...inFile(
    'src/catalogue/wines/products.store.server.ts',
    'src/catalogue/wines/staff-wines.actions.db.test.ts',
    [
      [
        'a text of a wine puts its earlier stock back',
        '.set({ stock, version: sql`version + 1` })',
        '.set({ stock })',
      ],
    ],
  ),
  ...inFile(
    'src/releases/release/release-notices.store.server.ts',
    'src/releases/release/process-releases.actions.db.test.ts',
    [['a release sells out by what another sells', 'not rw.is_current or ', '']],
  ),
  ...inFile(
    'src/catalogue/on-sale/wine-release.store.server.ts',
    'src/releases/release/purchases.actions.db.test.ts',
    [['an allocation of nothing is one', 'having sum(a.units) > 0', 'having count(*) > 0']],
  ),
  ...inFile(
    'src/releases/release/save-release.actions.server.ts',
    'src/releases/release/refused-changes.actions.db.test.ts',
    [
      [
        'the waves of an open release are postponed',
        "'promiseUntil', 'waveHours']",
        "'promiseUntil']",
      ],
    ],
  ),
]
