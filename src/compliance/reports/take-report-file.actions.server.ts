import { z } from 'zod'

import { text } from '#platform/action/form-fields.ts'
import { codeDue, notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { exportName } from '#platform/csv/csv.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { factorFirst, fileNeeds } from '#platform/list/view-list.actions.server.ts'

import { reportSubject } from '../log.copy.ts'
import { periodCode } from './period.rules.ts'
import { reportById } from './reports.store.server.ts'

/** The file of a report, byte for byte as it was made. One of many people needs a fresh code, as lists do. */
export const takeReportFile = staffAction({
  needs: 'manage-compliance',
  log: 'list-exported',
  form: z.object({ id: text() }),
  async run({ tx, viewer, today, audit }, { id }) {
    const report = await reportById(tx, id)
    if (!report || report.file === '') return notThere()
    const { state, version, file, sha256, figures } = report
    const needs = await fileNeeds(tx, viewer, 'reports', figures.shipments)
    if (needs === 'code') return codeDue()
    if (needs) {
      return refuse(factorFirst, { elsewhere: { to: paths.secondFactor(), tone: 'info' } })
    }
    const { label } = reportSubject(report)
    audit(auditSubject('list', 'reports', `reports: ${label}, version ${version}`), {
      after: { rows: figures.shipments, sha256 },
    })
    const draft = figures.isDraft ? '-draft' : ''
    const what = `report-${state}-${periodCode(report)}-version-${version}${draft}`
    return { name: exportName(what, today, viewer.email), file }
  },
})
