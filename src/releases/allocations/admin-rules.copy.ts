import type { ClubCondition, RuleCondition } from '#catalogue/on-sale/allocation.rules.ts'
import { maxUnits } from '#catalogue/on-sale/allocation.rules.ts'
import { count } from '#platform/admin/admin.copy.ts'
import { clubName, levels } from '#platform/club/club.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'

import type { RuleProblem } from './rules-form.rules.ts'

const people = (all: number) => plural(all, 'person', 'people')

/** The rules by which the allocations of a release are built, and their preview. */
export const adminRulesCopy = {
  title: 'Allocation rules',
  rule: (number: number) => `Rule ${number}`,
  condition: 'For',
  conditions: {
    ...(Object.fromEntries(
      levels.map((level) => [`club-${level}`, `${clubName}, ${level} bottles`]),
    ) as Record<ClubCondition, string>),
    bought: 'Bought in earlier releases',
    spent: 'Spent at least a given amount',
    confirmed: 'Accounts with a confirmed email',
    everyone: 'Every account',
  } satisfies Record<RuleCondition, string>,
  preview: 'Preview',
  build: 'Write these allocations',
  fits: 'People',
  people,
  setByHand: (rows: number, isKept: boolean) => {
    const subject = `${plural(rows, 'allocation')} set by hand or by a file`
    const verb = rows === 1 ? 'is' : 'are'
    return isKept
      ? `${subject} ${verb} kept as ${rows === 1 ? 'it is' : 'they are'}.`
      : `${subject} ${verb} replaced by these rules.`
  },
  sum: 'Allocated in all',
  sumOf: (units: number, stock: number | null) =>
    stock !== null && units > stock
      ? `${count(units)}, ${count(units - stock)} more than there is`
      : count(units),
  capOf: (units: number, stock: number | null) =>
    stock !== null && units > stock ? `up to ${count(units)} of ${count(stock)}` : count(units),
  built: (rows: number) =>
    `The rules are saved; ${plural(rows, 'allocation was', 'allocations were')} changed.`,
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
    'saved-elsewhere':
      'This release was saved elsewhere in the meantime. This is what your rules give now; nothing is written yet.',
    'over-stock': 'Nothing was written: these rules promise more than there is.',
  },
} as const
