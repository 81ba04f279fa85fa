import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import State from './state.page.tsx'
import States from './states.page.tsx'

const rule = {
  ...{ id: 'v1', state: 'MN', version: 1, from: '2024-09-01', until: null, isSuspended: false },
  ...{ limitMl: 18_000, countedBy: 'person', countedIn: 'calendar-year', needsBirthdate: false },
  ...{ largestOrderMl: null, source: 'Minn. Stat. § 340A.417', addedBy: '', confirmedBy: null },
  ...{ note: 'Read at https://law.example/340A', confirmedAt: null, stage: 'proposed' },
}
const confirmed = {
  ...rule,
  ...{ stage: 'in-force', confirmedBy: 'ana@kohue.example', confirmedAt: new Date('2027-01-05') },
}
const suspension = {
  ...{ ...confirmed, id: 'v2', version: 2, from: '2027-02-01', isSuspended: true, note: '' },
  ...{ limitMl: null, source: 'The license ended.', addedBy: 'ana@kohue.example' },
}

const licence = {
  ...{ id: 'l1', state: 'MN', holder: 'business', kind: 'Shipper', number: 'MN-17' },
  ...{ from: '2026-01-01', until: '2027-03-01', coveredBy: '', daysLeft: 19, hasBegun: true },
  ...{ isSuspending: false, isUnfollowed: true },
}

test('the states and what holds there', () => {
  const summary = {
    ...{ state: 'MN', servedSince: '2024-09-01', rule: null, proposals: 1, licensedUntil: null },
    ...{ isLicenseEnded: false, reports: [] },
    ...{ orderedMl: 0, since: '2027-01-01' },
  }
  const page = (change: object) =>
    pageWith(States, { loaderData: { states: [{ ...summary, ...change }], others: ['UT'] } })
  expectParts(
    'states-page',
    {
      'no rule': page({}),
      'a rule, a license and reports': page({
        ...{ rule: confirmed, proposals: 0, licensedUntil: '2027-06-30', orderedMl: 20_250 },
        ...{ reports: [{ every: 'quarter', dueDay: 15 }] },
      }),
      'an order’s limit and a birthdate alone': page({
        rule: { ...confirmed, limitMl: null, largestOrderMl: 9_000, needsBirthdate: true },
      }),
      'suspended, its license ended': page({
        ...{ rule: suspension, licensedUntil: '2027-01-31', isLicenseEnded: true },
      }),
    },
    { asChanges: true },
  )
})

test('a state: what is in force, what is proposed, and what can be done', () => {
  const page = (versions: readonly object[], sent?: object, near: readonly object[] = []) =>
    pageWith(State, {
      loaderData: {
        ...{ state: 'MN', since: '2024-09-01', today: '2027-02-10', formKey: 'k', log: [] },
        ...{ versions, near, licences: [licence] },
      },
      actionData: sent && { values: {}, errors: {}, refusal: null, shown: null, ...sent },
    })
  const reached = { carts: 1, paymentPages: 0, orders: 12, allocations: 1_040 }
  expectParts(
    'state-page',
    {
      'a proposal': page([rule]),
      'in force, another planned and one over': page([
        { ...confirmed, id: 'v3', version: 3, from: '2028-01-01', stage: 'planned' },
        confirmed,
        { ...confirmed, id: 'v0', version: 0, until: '2025-01-01', stage: 'past' },
      ]),
      suspended: page([suspension, { ...confirmed, stage: 'below' }]),
      'nothing at all': page([]),
      'near matches, with earlier ones': page([confirmed], undefined, [
        { number: 1012, name: 'Eva Ruiz', at: new Date('2027-02-09T20:00:00Z'), count: 22 },
        { number: 1011, name: 'Ana Ruiz', at: new Date('2027-02-08T20:00:00Z'), count: 22 },
      ]),
      'what a suspension reaches': page([confirmed], {
        ...{ intent: 'preview', values: { reason: 'Ended' }, shown: reached },
      }),
      'a suspension without a reason': page([confirmed], {
        ...{ intent: 'suspend', errors: { reason: 'A reason, please.' } },
      }),
      'a refused version, as it was typed': page([confirmed], {
        ...{
          intent: 'propose',
          values: { intent: 'propose', limit: '0', source: 'Law', needsBirthdate: 'on' },
        },
        errors: { limit: 'More, please.' },
      }),
      'a refused end': page([confirmed], {
        ...{ intent: 'end', values: { intent: 'end', id: 'v1', until: '2026-01-01' } },
        errors: { until: 'Later, please.' },
      }),
    },
    { asChanges: true },
  )
})
