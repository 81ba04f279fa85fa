import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const deletedTest = 'src/privacy/deletion/delete-user.actions.db.test.ts'
const unpaidTest = 'src/checkout/offers/voided-offers.actions.db.test.ts'

/** How long personal data is kept. */
export const retention: readonly Mutation[] = [
  ...inFile(
    'src/admin/emails/undelivered-emails.actions.server.ts',
    'src/admin/emails/undelivered-emails.actions.db.test.ts',
    [
      ['emails are deleted a day early', 'const ninetyDays = 90 *', 'const ninetyDays = 88 *'],
      ['emails are kept for a year', 'const ninetyDays = 90 *', 'const ninetyDays = 365 *'],
    ],
  ),
  ...inFile('src/checkout/checkout.rules.ts', unpaidTest, [
    [
      'an unpaid checkout keeps its buyer for a year',
      'unpaidRetentionDays = 30',
      'unpaidRetentionDays = 365',
    ],
  ]),
  ...inFile('src/checkout/unpaid-checkouts.store.server.ts', unpaidTest, [
    [
      'an unpaid checkout keeps where it was to go',
      '  shipTo: null,\n  buyerKey: null,',
      '  buyerKey: null,',
    ],
    [
      'a refused checkout keeps its buyer for good',
      "['expired', 'cancelled', 'refused'])",
      "['expired', 'cancelled'])",
    ],
  ]),
  ...inFile('src/privacy/deletion/deleted-users.store.server.ts', deletedTest, [
    [
      'a merged account is erased before the undo is over',
      '.delete(users)\n    .where(lte(users.eraseAt, now))',
      '.delete(users)\n    .where(isNotNull(users.eraseAt))',
    ],
    [
      'emails of an address that nobody confirmed are erased with the account',
      'erased.filter((row) => row.emailVerified).map',
      'erased.map',
    ],
  ]),
  ...inFile(
    'src/privacy/deletion/clean-up-consents.actions.server.ts',
    'src/privacy/people/second-addresses.actions.db.test.ts',
    [['what an undo of a merge needed is kept for good', 'await forgetRestores(db, now)', '']],
  ),
  ...inFile(
    'src/admin/today/keep-tasks.actions.server.ts',
    'src/admin/today/tasks.actions.db.test.ts',
    [['closed tasks are kept for good', 'await deleteOldTasks(services.db, keptDays)', '']],
  ),
  ...inFile(
    'src/accounts/sign-in/clean-up-sign-in.actions.server.ts',
    'src/accounts/sign-in/clean-up-sign-in.actions.db.test.ts',
    [
      [
        'links of emails are deleted while they still work',
        'await deleteLinksBefore(db, new Date(now.getTime() - day))',
        'await deleteLinksBefore(db, new Date(now.getTime() + day))',
      ],
      [
        'login sessions that have ended are kept for good',
        'await deleteSessionsBefore(db, now)',
        '',
      ],
      [
        'what was typed into an outlived form is kept for good',
        'await deleteKeptFormsBefore(db, now)',
        '',
      ],
    ],
  ),
  ...inFile(
    'src/shipping/handover/handovers.actions.server.ts',
    'src/shipping/handover/handover.actions.db.test.ts',
    [
      [
        'files for shippers are kept for 4,000 days',
        'const keptDays = 400',
        'const keptDays = 4000',
      ],
    ],
  ),
  ...inFile(
    'src/compliance/records/retention.store.server.ts',
    'src/compliance/records/retention.db.test.ts',
    [
      [
        'the ZIP code of a part that went apart stays',
        "kind in ('address', 'gift', 'split')",
        "kind in ('address', 'gift')",
      ],
      [
        'the page for sending a box again keeps where it was to go',
        '\n      union all select checkout_id from reshipments where order_id = any(${erased})',
        '',
      ],
    ],
  ),
]
