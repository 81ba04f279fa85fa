import type { Mutation } from '../mutation.ts'

const functions = 'src/app/migrations/0018_compliance.sql'
const inDatabase = ['src/compliance/licences/licences.actions.db.test.ts']
const rules = 'src/compliance/licences/licence.rules.ts'
const form = 'src/compliance/licences/licence-form.rules.ts'
const formTest = ['src/compliance/licences/licence-form.rules.test.ts']

/** Licenses of states: when one suspends its state, and when staff are reminded of it. */
export const licences: readonly Mutation[] = [
  {
    name: 'a license ends with the beginning of its last day',
    file: functions,
    search: 'ended.state = a_state AND ended.until_day < day',
    replace: 'ended.state = a_state AND ended.until_day <= day',
    tests: inDatabase,
  },
  {
    name: 'a license is followed by one that has not begun',
    file: functions,
    search: 'other.from_day <= day AND other.until_day > ended.until_day',
    replace: 'other.until_day > ended.until_day',
    tests: inDatabase,
  },
  {
    name: 'a license is followed by one of another holder',
    file: functions,
    search: 'other.state = ended.state AND other.holder = ended.holder',
    replace: 'other.state = ended.state',
    tests: inDatabase,
  },
  {
    name: 'an ended license suspends its state though something covers it',
    file: functions,
    search: "ended.until_day < day AND ended.covered_by = ''",
    replace: 'ended.until_day < day',
    tests: inDatabase,
  },
  {
    name: 'a reminder is left out on its own day',
    file: rules,
    search: 'daysLeft <= days',
    replace: 'daysLeft < days',
    tests: ['src/compliance/licences/licence.rules.test.ts'],
  },
  {
    name: 'a reminder is sent each day',
    file: 'src/compliance/licences/remind-of-licences.actions.server.ts',
    search: '${id} ${until} ${reminderDue(daysLeft)}',
    replace: '${id} ${until} ${daysLeft}',
    tests: inDatabase,
  },
  {
    name: 'a number is there twice in other letters',
    file: 'src/compliance/licences/licences.store.server.ts',
    search: 'upper(${licences.number}) = upper(${number})',
    replace: '${licences.number} = ${number}',
    tests: inDatabase,
  },
  {
    name: 'a license ends before it begins',
    file: form,
    search: 'until < from',
    replace: 'until === from',
    tests: formTest,
  },
  {
    name: 'another document is replaced unseen',
    file: 'src/compliance/licences/licence-document.actions.server.ts',
    search: 'if (before !== seen) throw refuse(otherDocument)',
    replace: '',
    tests: inDatabase,
  },
]
