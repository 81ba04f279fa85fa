import type { RuleCondition } from '#catalogue/on-sale/allocation.rules.ts'
import { maxUnits } from '#catalogue/on-sale/allocation.rules.ts'
import type { RuleProblem } from './rules-form.rules.ts'

const counted = (count: number) => count.toLocaleString('en-US')
const people = (count: number) => (count === 1 ? '1 person' : `${counted(count)} people`)

/** The rules by which the allocations of a release are built, and their preview. */
export const adminRulesCopy = {
  title: 'Allocation rules',
  open: 'Allocate by rules',
  openIntro:
    'Rules give units to whole groups: the club, recent buyers, every account. A preview shows the sums before anything is written.',
  back: 'All allocations',
  intro:
    'Applied from the top: the first rule that fits a person counts. Each gives units per wine, and the wave from which they can be used.',
  rule: (number: number) => `Rule ${number}`,
  newRule: 'Another rule',
  place: 'Order',
  condition: 'For',
  noCondition: 'Left out',
  conditions: {
    'club-12': 'The Andes Society, 12 bottles',
    'club-6': 'The Andes Society, 6 bottles',
    bought: 'Bought in earlier releases',
    spent: 'Spent at least a given amount',
    confirmed: 'Accounts with a confirmed email',
    everyone: 'Every account',
  } satisfies Record<RuleCondition, string>,
  atLeast: 'In at least (releases)',
  ofLast: 'Of the last (releases)',
  dollars: 'At least (dollars)',
  months: 'Within (months)',
  wave: 'Wave',
  units: (wine: string) => `Units of ${wine}`,
  replaceManual: 'Also replace what was added by hand, by file or from an earlier release',
  replaceHint: 'Otherwise these stay as they are. Nothing goes below what is bought or in payment.',
  preview: 'Preview',
  build: 'Write these allocations',
  previewTitle: 'What these rules give',
  nothingYet: 'Nothing is written yet.',
  changed:
    'The rules were changed after the preview. This is what they give now; nothing is written yet.',
  fits: 'Fits first',
  people,
  nobody: 'No rule fits',
  nobodyNamed: (count: number) => `The first ${count} of them`,
  wine: 'Wine',
  sum: 'Allocated in all',
  stock: 'Stock for them',
  noStock: 'None set',
  sumOf: (units: number, stock: number | null) =>
    stock !== null && units > stock
      ? `${counted(units)}, ${counted(units - stock)} more than there is`
      : counted(units),
  capOf: (units: number, stock: number | null) =>
    stock !== null && units > stock
      ? `up to ${counted(units)} of ${counted(stock)}`
      : counted(units),
  built: (rows: number) =>
    rows === 1
      ? 'The rules are saved; 1 allocation was changed.'
      : `The rules are saved; ${counted(rows)} allocations were changed.`,
  invalid: 'Please correct the fields that are marked.',
  problems: {
    'not-offered': 'Please choose one of these',
    'not-a-count': 'A whole number from 1 to 20, please',
    'more-than-last': 'Not more than the number beside it',
    'not-dollars': 'An amount in dollars, please',
    'not-months': 'A whole number of months from 1 to 120, please',
    'not-units': `A whole number from 0 to ${maxUnits}, please`,
    'no-units': 'Choose the wines of this release first',
    'no-wave': 'Please choose a wave',
  } satisfies Record<RuleProblem, string>,
  errors: {
    fixed:
      'Rules can no longer be applied: in an open release, units can only be raised, one person at a time.',
    'bad-units': `Units are whole numbers from 0 to ${maxUnits}.`,
    'saved-elsewhere':
      'Another staff member saved this release in the meantime. This is what your rules give now; nothing is written yet.',
    'over-stock': 'Nothing was written: these rules promise more than there is.',
  },
} as const
