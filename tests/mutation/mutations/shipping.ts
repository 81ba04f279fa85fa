import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const shipment = 'src/shipping/shipments/shipment.rules.ts'
const readiness = 'src/shipping/readiness/readiness.rules.ts'
const holds = 'src/shipping/holds/holds.rules.ts'
const readinessTests = ['src/shipping/readiness/readiness.rules.test.ts']
const allocationFile = 'src/releases/allocations/allocation-file.rules.ts'
const csvFiles = [
  'src/platform/csv/csv-files.rules.test.ts',
  'src/releases/allocations/allocation-file.rules.test.ts',
]

const handoverTest = 'src/shipping/handover/handover.actions.db.test.ts'
const whereItIs = 'src/shipping/whereabouts/where-it-is.actions.db.test.ts'
const actionKit = 'src/platform/action/staff-action.db.test.ts'
const trackingFile = 'src/shipping/tracking/tracking-file.rules.ts'

/** Shipments, handovers, pickups and claims, and files of tracking numbers and allocations. */
export const shipping: readonly Mutation[] = [
  {
    name: 'a shipment that waits is handed over',
    file: shipment,
    search: "waiting: { ready: ['readiness'], ",
    replace: "waiting: { ready: ['readiness'], 'handed-over': ['handover'], ",
    tests: ['src/shipping/shipments/shipment.rules.test.ts'],
  },
  {
    name: 'a refund cancels a shipment that left',
    file: shipment,
    search: "'handed-over': { ready: ['staff'], ",
    replace: "'handed-over': { ready: ['staff'], cancelled: ['refund'], ",
    tests: ['src/shipping/shipments/shipment.rules.test.ts'],
  },
  {
    name: 'an open flag keeps no shipment back',
    file: readiness,
    search: "if (facts.flags.some(blocksShipping)) return 'flagged'",
    replace: '',
    tests: readinessTests,
  },
  {
    name: 'a shipment goes where wine may not',
    file: readiness,
    search: "if (!facts.isServed) return 'not-served'",
    replace: '',
    tests: readinessTests,
  },
  {
    name: 'a wine ships a day late',
    file: readiness,
    search: 'facts.shipsFrom > today',
    replace: 'facts.shipsFrom >= today',
    tests: readinessTests,
  },
  {
    name: 'a shipment hold catches a pickup',
    file: 'src/shipping/readiness/readiness.store.server.ts',
    search: "or s.method <> 'pickup' and (",
    replace: 'or (',
    tests: ['src/shipping/handover/handover.actions.db.test.ts'],
  },
  {
    name: 'a shipment hold runs on at its end',
    file: holds,
    search: 'now < until',
    replace: 'now <= until',
    tests: ['src/shipping/holds/holds.rules.test.ts'],
  },
  {
    name: 'a tracking number is taken for two shipments',
    file: 'src/shipping/tracking/tracking-file.rules.ts',
    search: "if (again) refuse('tracking', 'twice', again.trackingNumber)",
    replace: '',
    tests: ['src/shipping/tracking/tracking-file.rules.test.ts'],
  },
  {
    name: 'two tracking numbers in a cell are one',
    file: 'src/shipping/tracking/carriers.rules.ts',
    search: 'if (groups.every(isOne)) return [...new Set(groups)]',
    replace: "if (isOne(groups.join(''))) return [groups.join('')]",
    tests: ['src/shipping/tracking/carriers.rules.test.ts'],
  },
  {
    name: 'a tracking number of another carrier is taken',
    file: 'src/shipping/tracking/carriers.rules.ts',
    search: 'const isOne = (number: string) => numberForms[carrier].test(number)',
    replace: 'const isOne = (number: string) => numberForms.other.test(number)',
    tests: ['src/shipping/tracking/carriers.rules.test.ts'],
  },
  {
    name: 'rules allocate wine to staff',
    file: 'src/releases/allocations/allocation-plan.store.server.ts',
    search: "where u.erase_at is null and u.role <> 'staff'",
    replace: 'where u.erase_at is null',
    tests: ['src/releases/allocations/build-allocations.actions.db.test.ts'],
  },
  {
    name: 'a box on its way is marked as collected',
    file: 'src/shipping/pickup/mark-pickup.actions.server.ts',
    search: "if (whyNotNow('mark-collected', shipment)) return inAnotherState()",
    replace: '',
    tests: [whereItIs],
  },
  {
    name: 'CR alone joins two rows of a file',
    file: 'src/platform/csv/csv-reader.rules.ts',
    search: "record_delimiter: ['\\r\\n', '\\n', '\\r']",
    replace: "record_delimiter: ['\\r\\n', '\\n']",
    tests: csvFiles,
  },
  {
    name: 'blank rows of a file are not counted',
    file: 'src/platform/csv/csv-reader.rules.ts',
    search: 'line += 1',
    replace: 'line = rows.length + 1',
    tests: csvFiles,
  },
  {
    name: 'of two columns of one name the first is read',
    file: 'src/platform/csv/csv-reader.rules.ts',
    search: "if (twice) return { ok: false, reason: 'column-twice', column: twice }",
    replace: '',
    tests: csvFiles,
  },
  {
    name: 'a person is allocated a wine twice by one file',
    file: allocationFile,
    search: "if (productId && seen.has(key)) refuse('row', 'twice')",
    replace: "if (!seen) refuse('row', 'twice')",
    tests: csvFiles,
  },
  {
    name: 'the good rows of a bad file are allocated',
    file: 'src/releases/allocations/staff-allocations.store.server.ts',
    search: 'if (refused.length > 0) return { refused',
    replace: 'if (refused.length === rows.length) return { refused',
    tests: ['src/releases/allocations/staff-allocations.actions.db.test.ts'],
  },
  {
    name: '100 units of an allocation',
    file: allocationFile,
    search: 'typedUnits > maxUnits ? null',
    replace: "typedUnits > maxUnits && cells.units !== '100' ? null",
    tests: csvFiles,
  },
  ...inFile('src/shipping/handover/handovers.actions.server.ts', handoverTest, [
    [
      'what staff flagged since they looked is handed over',
      '!ready.has(number) || !whole.has(number)',
      '!whole.has(number)',
    ],
    [
      'a handover form sent twice is two',
      'return handover && { handover, isNew: false }',
      'return null',
    ],
    [
      'a handover goes without those that are not ready any more',
      'if (changed.length > 0) {',
      'if (changed.length > numbers.length) {',
    ],
  ]),
  ...inFile('src/shipping/handover/handovers.store.server.ts', handoverTest, [
    [
      'a shipment stays in the handover that it was taken out of',
      '.set({ undoneAt: at })',
      '.set({ undoneAt: null })',
    ],
  ]),
  ...inFile(trackingFile, 'src/shipping/tracking/tracking-file.rules.test.ts', [
    [
      'a box was shipped tomorrow',
      "else if (shippedOn !== null && shippedOn > today) refuse('shipped', 'in-future')",
      '',
    ],
    [
      'a day that is none is read',
      'return isCalendarDay(written) ? written : undefined',
      'return written',
    ],
  ]),
  ...inFile(
    'src/shipping/tracking/add-tracking.actions.server.ts',
    'src/shipping/shipments/news.actions.db.test.ts',
    [
      [
        'the good rows of a tracking file are taken unasked',
        'if (good === 0 || (refused.length > 0 && !takesGood)) return',
        'if (good === 0) return',
      ],
      [
        'a file gives a box the number of another',
        "if (known.shipmentId !== shipment.id) return 'other-shipment'",
        '',
      ],
    ],
  ),
  {
    name: 'a tracking file that was taken is read again',
    file: 'src/shipping/tracking/add-tracking.actions.server.ts',
    search: 'if (before) return importedBefore(before)',
    replace: '',
    tests: ['src/shipping/shipments/news.actions.db.test.ts'],
    survives:
      'the hash of the file is unique: in the transaction it is found again, and refused alike',
  },
  ...inFile('src/shipping/pickup/pickups.store.server.ts', whereItIs, [
    ['two buyers have the same appointment', 'if (other) return false', ''],
    [
      'another appointment leaves the first one taken',
      '  await deleteOpenPickups(tx, shipmentId)\n  await tx.insert(pickups).values({ ...agreed',
      '  await tx.insert(pickups).values({ ...agreed',
    ],
  ]),
  ...inFile('src/shipping/pickup/mark-pickup.actions.server.ts', whereItIs, [
    [
      'wine is handed out without a document',
      'if (!isChecked || !isDocumentKind(document))',
      'if (!isDocumentKind(document))',
    ],
    [
      'wine of a disputed order is collected',
      'if (await hasBlockingFlag(tx, order.id)) return isFlagged()',
      '',
    ],
    [
      'a pickup is missed before its time',
      'if (agreed && at < agreed.from) {',
      'if (agreed && at < at) {',
    ],
  ]),
  ...inFile('src/shipping/pickup/pickup.rules.ts', 'src/shipping/pickup/pickup.rules.test.ts', [
    ['an appointment in an hour', 'const leadHours = 12', 'const leadHours = 1'],
    ['a taken appointment is offered', ' && !isTaken.has(slotKey(slot))', ''],
  ]),
  ...inFile(
    'src/shipping/claims/claim-form.rules.ts',
    'src/shipping/claims/claim-form.rules.test.ts',
    [
      ['a claim is paid without an amount', ' && amountCents !== null', ''],
      ['a claim is paid tomorrow', 'day <= today', 'true'],
      ['a claim is paid before its order was placed', 'day >= orderedOn', 'true'],
    ],
  ),
  ...inFile('src/shipping/claims/claims.actions.server.ts', whereItIs, [
    [
      'a claim for a box that arrived',
      "if (whyNotNow('claim', shipment)) {",
      "if (whyNotNow('hold', shipment) === 'pickup') {",
    ],
  ]),
  ...inFile('src/platform/action/staff-action.server.ts', actionKit, [
    ['an action is open to all staff', 'if (!may(viewer, needs)) throw', 'if (false) throw'],
    [
      'a stale code of the second factor will do',
      'if (fresh && viewer.isCodeStale) throw codeDue()',
      '',
    ],
    [
      'an action is not logged',
      'await writeAuditEntry(changing.tx, viewer, log, subject, change)',
      '',
    ],
    [
      'an action with transactions of its own is not logged',
      'await writeAuditEntry(own, viewer, log, subject, change)',
      '',
    ],
  ]),
  ...inFile(
    'src/shipping/follow-ups/remind-of-shipments.actions.server.ts',
    'src/shipping/returns/returns.actions.db.test.ts',
    [
      [
        'the buyer of a refunded order is told that it arrives',
        'if (!order || (await isWhollyRefunded(db, order))) return',
        'if (!order) return',
      ],
    ],
  ),
  ...inFile(
    'src/shipping/tracking/poll-carriers.actions.server.ts',
    'src/shipping/tracking/poll-carriers.actions.db.test.ts',
    [
      [
        'staff ask about a number that was corrected',
        'supersededAt === null && carriers?.asked',
        'supersededAt !== undefined && carriers?.asked',
      ],
    ],
  ),
  ...inFile('src/platform/action/carry-out.server.ts', actionKit, [
    ['a form that is sent twice acts twice', 'if (before !== null) return before', ''],
    ['a refused action is committed', 'if (result instanceof Refusal) throw result', ''],
    [
      'a save overwrites what a colleague saved',
      'if (record && record.version !== version) throw savedElsewhere()',
      '',
    ],
  ]),
  ...inFile(
    'src/platform/action/customer-action.server.ts',
    'src/platform/action/customer-action.test.ts',
    [
      ['a visitor does what members may', "who === 'member'", 'false'],
      ['a limited login session does what is not for it', '&& !limited', '&& false'],
    ],
  ),
  ...inFile(
    'src/platform/action/page-action.server.ts',
    'src/platform/action/customer-action.test.ts',
    [['a password is sent back', ' || secret.has(name)', '']],
  ),
]
