import type { AuditSubjectWords, LogContribution } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { wordIn } from '#platform/form/field-value.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

import { holderName, reportPeriodName } from './licences/licence.rules.ts'
import type { Begun } from './reports/period.rules.ts'
import { periodName } from './reports/period.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'licence-added': ['License added', 'added the license', ''],
  'licence-changed': ['License changed', 'changed the license', ''],
  'report-made': ['Report to a state made', 'made the report', ''],
  'report-filed': ['Report to a state filed', 'filed the report', ''],
  'report-not-filed': [
    'Report to a state not filed',
    'took back that they had filed the report',
    '',
  ],
  'wine-facts-set': ['Facts of a wine for reports set', 'set the facts for reports of', ''],
  'licence-document-set': ['License’s document uploaded', 'uploaded the document of', ''],
  'state-rule-proposed': ['Rule of a state proposed', 'proposed a rule for', ''],
  'state-rule-confirmed': ['Rule of a state confirmed', 'confirmed a rule for', ''],
  'state-rule-ended': ['Rule of a state ended', 'set the end of a rule for', ''],
  'state-suspended': ['State suspended', 'suspended', ''],
  'state-resumed': ['State resumed', 'resumed', ''],
  'dry-place-added': ['Dry place added', 'added the dry place', ''],
  'dry-place-confirmed': ['Dry place confirmed', 'confirmed the dry place', ''],
  'dry-place-removed': ['Dry place removed', 'removed the proposed dry place', ''],
  'dry-place-ended': ['Dry place ended', 'set the end of the dry place', ''],
  'legal-hold-placed': ['Legal hold placed', 'placed a legal hold on', ''],
  'legal-hold-ended': ['Legal hold ended', 'ended the legal hold on', ''],
  'near-match-seen': ['Near match seen', 'saw the near match of', ''],
} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  licence: { page: (id) => paths.licence(id) },
  report: { page: (id) => paths.complianceReport(id) },
  state: { page: (state) => paths.complianceState(state) },
  'dry-place': { page: () => paths.dryPlaces() },
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const complianceLog: LogContribution = {
  actions,
  fields: {
    holder: 'Holder',
    number: 'Number',
    from: 'From',
    until: 'Last day',
    reportsEvery: 'Reports due',
    reportsDueDay: 'Day on which they are due',
    coveredBy: 'Covered by',
    document: 'Document',
    ml: 'Milliliters',
    alcohol: 'Alcohol in percent',
    cola: 'COLA number',
  },
  values: { holder: wordIn(holderName), reportsEvery: wordIn(reportPeriodName) },
  subjects,
}

export const stateSubject = (state: string) => auditSubject('state', state, stateName(state))

type Licence = { id: string; fields: { state: string; number: string } }

export const licenceSubject = ({ id, fields: { state, number } }: Licence) =>
  auditSubject('licence', id, `${stateName(state)}, ${number}`)

export const reportSubject = (report: { id: string; state: string } & Begun) =>
  auditSubject('report', report.id, `${stateName(report.state)}, ${periodName(report)}`)

export const dryPlaceSubject = (zip: string) => auditSubject('dry-place', zip)
