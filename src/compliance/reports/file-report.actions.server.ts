import { z } from 'zod'

import { day, text } from '#platform/action/form-fields.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'

import { reportSubject } from '../log.copy.ts'
import { lockReport, writeFiled } from './reports.store.server.ts'

/** Notes on which day a report was filed with its state, and who says so. */
export const fileReport = staffAction({
  needs: 'manage-compliance',
  log: 'report-filed',
  form: z.object({ id: text(), filedOn: day() }),
  async run({ tx, viewer, today, audit, unchanged }, { id, filedOn }) {
    const report = await lockReport(tx, id)
    if (!report) return notThere()
    if (report.figures.isDraft) {
      return refuse('This is a draft. Make the report again once its period is over.')
    }
    if (filedOn > today) return refuse('That day is in the future.', { field: 'filedOn' })
    if (filedOn < report.until) {
      return refuse('That day is before the end of its period.', { field: 'filedOn' })
    }
    if (report.filedOn === filedOn) {
      unchanged()
      return
    }
    if (report.filedOn) return refuse(`It was filed on ${report.filedOn} already.`)
    await writeFiled(tx, id, { filedOn, filedBy: viewer.email })
    audit(reportSubject(report), { after: { filedOn, version: report.version } })
  },
  say: () => 'Noted as filed.',
})

/** Takes back that a report was filed: it was noted by mistake. */
export const unfileReport = staffAction({
  needs: 'manage-compliance',
  log: 'report-not-filed',
  form: z.object({ id: text() }),
  async run({ tx, audit, unchanged }, { id }) {
    const report = await lockReport(tx, id)
    if (!report) return notThere()
    if (!report.filedOn) {
      unchanged()
      return
    }
    const { filedOn, filedBy, version } = report
    await writeFiled(tx, id, { filedOn: null, filedBy: null })
    audit(reportSubject(report), { before: { filedOn, filedBy, version } })
  },
  say: () => 'Noted as not filed.',
})
