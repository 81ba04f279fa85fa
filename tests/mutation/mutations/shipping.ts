import type { Mutation } from '../mutation.ts'

const shipment = 'src/domain/shipping/shipment.ts'
const readiness = 'src/domain/shipping/readiness.ts'
const holds = 'src/domain/shipping/holds.ts'
const rules = ['src/domain/shipping/rules.test.ts']
const allocationFile = 'src/domain/releases/allocation-file.ts'
const csvFiles = [
  'src/domain/admin/csv-files.test.ts',
  'src/domain/releases/allocation-file.test.ts',
]

/** Shipments, and files of tracking numbers and allocations. */
export const shipping: readonly Mutation[] = [
  {
    name: 'a shipment that waits is handed over',
    file: shipment,
    search: "waiting: { ready: ['readiness'], ",
    replace: "waiting: { ready: ['readiness'], 'handed-over': ['handover'], ",
    tests: ['src/domain/shipping/shipment.test.ts'],
  },
  {
    name: 'a refund cancels a shipment that left',
    file: shipment,
    search: "'handed-over': { ready: ['staff'], ",
    replace: "'handed-over': { ready: ['staff'], cancelled: ['refund'], ",
    tests: ['src/domain/shipping/shipment.test.ts'],
  },
  {
    name: 'an open flag keeps no shipment back',
    file: readiness,
    search: "if (facts.flags.some(blocksShipping)) return 'flagged'",
    replace: '',
    tests: rules,
  },
  {
    name: 'a shipment goes where wine may not',
    file: readiness,
    search: "if (!facts.isServed) return 'not-served'",
    replace: '',
    tests: rules,
  },
  {
    name: 'a wine ships a day late',
    file: readiness,
    search: 'facts.shipsFrom > today',
    replace: 'facts.shipsFrom >= today',
    tests: rules,
  },
  {
    name: 'a shipment hold catches a pickup',
    file: 'src/data/shipping/readiness.ts',
    search: "or s.method <> 'pickup' and (",
    replace: 'or (',
    tests: ['src/use-cases/shipping/handover.db.test.ts'],
  },
  {
    name: 'a shipment hold runs on at its end',
    file: holds,
    search: 'now < until',
    replace: 'now <= until',
    tests: rules,
  },
  {
    name: 'a tracking number is taken for two shipments',
    file: 'src/domain/shipping/tracking-file.ts',
    search: 'if (seen.has(key)) {',
    replace: 'if (key === null) {',
    tests: ['src/domain/shipping/tracking-file.test.ts'],
  },
  {
    name: 'CR alone joins two rows of a file',
    file: 'src/domain/admin/csv-reader.ts',
    search: "character === '\\n' || character === '\\r'",
    replace: "character === '\\n'",
    tests: csvFiles,
  },
  {
    name: 'a person is allocated a wine twice by one file',
    file: allocationFile,
    search: 'if (problems.length === 0 && seen.has(key))',
    replace: 'if (problems.length > 0 && seen.has(key))',
    tests: csvFiles,
  },
  {
    name: 'the good rows of a bad file are allocated',
    file: allocationFile,
    search: 'refused.length > 0 ?',
    replace: 'refused.length > 0 && rows.length === 0 ?',
    tests: csvFiles,
  },
  {
    name: '100 units of an allocation',
    file: allocationFile,
    search: '/^\\d{1,2}$/.test(unitsText) && Number(unitsText) <= maxUnits',
    replace: '/^\\d{1,3}$/.test(unitsText) && Number(unitsText) <= maxUnits + 1',
    tests: csvFiles,
  },
]
