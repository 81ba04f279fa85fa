import type { Mutation } from '../mutation.ts'
import { inFile, inFunction } from './in-file.ts'

const folder = 'src/compliance/licences'
const test = `${folder}/licences.actions.db.test.ts`
const endedLicence = { name: 'ended_licence', file: 'src/app/migrations/0018_compliance.sql' }

/** Licenses of states: when one suspends its state, and when staff are reminded of it. */
export const licences: readonly Mutation[] = [
  ...inFunction(endedLicence, test, [
    [
      'a license ends with the beginning of its last day',
      'ended.until_day < day',
      'ended.until_day <= day',
    ],
    ['a license is followed by one that has not begun', 'AND other.from_day <= day', ''],
    ['a license is followed by one of another holder', 'AND other.holder = ended.holder', ''],
    [
      'a license is followed by one of another kind',
      'AND plain_words(other.kind) = plain_words(ended.kind)',
      '',
    ],
    [
      'an ended license suspends its state though something covers it',
      "AND ended.covered_by = ''",
      '',
    ],
    [
      'an ended license suspends its state though a later one is covered',
      "OR other.covered_by <> ''",
      '',
    ],
  ]),
  ...inFile(`${folder}/licence.rules.ts`, `${folder}/licence.rules.test.ts`, [
    ['a reminder is left out on its own day', 'daysLeft <= days', 'daysLeft < days'],
  ]),
  ...inFile(`${folder}/remind-of-licences.actions.server.ts`, test, [
    ['a reminder is sent each day', '${reminderDue(daysLeft)}', '${daysLeft}'],
  ]),
  ...inFile(`${folder}/licences.store.server.ts`, test, [
    [
      'a number is there twice in other letters',
      'upper(${licences.number}) = upper(${number})',
      '${licences.number} = ${number}',
    ],
  ]),
  ...inFile(`${folder}/licence-form.rules.ts`, `${folder}/licence-form.rules.test.ts`, [
    ['a license ends before it begins', 'until < from', 'until === from'],
  ]),
  ...inFile(`${folder}/licence-document.actions.server.ts`, test, [
    ['another document is replaced unseen', 'if (before !== seen) throw refuse(otherDocument)', ''],
  ]),
]
