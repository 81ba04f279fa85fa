import { createHash } from 'node:crypto'

import { z } from 'zod'

import { chosen, oneOf } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { plural } from '#platform/text/plural.rules.ts'
import type { Destination } from '#platform/text/us-states.rules.ts'
import { destinationNames, stateName } from '#platform/text/us-states.rules.ts'

import { reportSubject } from '../log.copy.ts'
import { dayOfState } from '../states/state-rules.store.server.ts'
import { columnsWith } from './columns.rules.ts'
import { reportFormats, reportParts } from './formats.rules.ts'
import type { ReportFormat } from './formats.rules.ts'
import { periodName } from './period.rules.ts'
import type { Period } from './period.rules.ts'
import { fileOf } from './report-file.rules.ts'
import { periodField } from './report-form.rules.ts'
import { insertReport, lastVersion, lockReports } from './reports.store.server.ts'
import { gapsOf, sumsOf } from './shipped.rules.ts'
import type { ReportFigures } from './shipped.rules.ts'
import { licensesIn, shippedIn } from './shipped.store.server.ts'

/** Also one that is no longer served: what went there before is reported. */
const states = Object.keys(destinationNames) as Destination[]

type Asked = { state: Destination; period: Period; format: ReportFormat; chosen: readonly string[] }

/** The file of a report, and what it adds up to, of the shipments as they are now. */
async function composed(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  { state, period, format, chosen: asked }: Asked,
  today: string,
): Promise<{ file: string; figures: ReportFigures }> {
  const shipped = await shippedIn(tx, state, period, settings.timeZone)
  const columns = format === 'general' ? columnsWith(asked) : []
  const figures: ReportFigures = {
    ...sumsOf(shipped),
    ...gapsOf(shipped),
    isDraft: today < period.until,
    columns,
    licenses: await licensesIn(tx, state, period),
  }
  return { file: fileOf(reportParts(format, { period, shipped, figures, columns })), figures }
}

const sha256 = (file: string): string => createHash('sha256').update(file).digest('hex')

/**
 * Makes the report of a state for a period, or a further version of it. Where nothing changed since the last one,
 * that one is shown.
 */
export const makeReport = staffAction({
  needs: 'manage-compliance',
  log: 'report-made',
  form: z.object({
    state: oneOf(states, 'Choose a state.'),
    period: periodField(),
    format: oneOf(reportFormats, 'Choose a format.'),
    columns: chosen(),
  }),
  async run({ services, tx, viewer, now, audit, unchanged }, { state, period, format, columns }) {
    const today = await dayOfState(tx, state, now)
    if (today < period.from) return refuse('This period has not begun.', { field: 'period' })
    const key = { state, period, format }
    await lockReports(tx, key)
    const { file, figures } = await composed(services, tx, { ...key, chosen: columns }, today)
    const last = await lastVersion(tx, key)
    const about = { state, period, version: last?.version ?? 0 }
    if (last?.file === file) {
      unchanged()
      return { ...about, id: last.id, isNew: false, lacking: 0 }
    }
    const version = about.version + 1
    const hash = sha256(file)
    const id = await insertReport(tx, {
      ...{ state, format, version, file, figures, ...period },
      ...{ madeAt: now, madeBy: viewer.email, sha256: hash },
    })
    const { shipments, ml, gallons, isDraft } = figures
    audit(reportSubject({ id, state, ...period }), {
      after: { format, version, shipments, ml, gallons, isDraft, sha256: hash },
    })
    return { ...about, version, id, isNew: true, lacking: figures.incomplete.length }
  },
  say({ id, state, period, version, isNew, lacking }) {
    const to = paths.complianceReport(id)
    if (!isNew) {
      return { to, tone: 'info', sentence: `Nothing has changed since version ${version}.` }
    }
    const made = `Version ${version} for ${stateName(state)}, ${periodName(period)}, is made.`
    if (lacking === 0) return { to, sentence: made }
    const named = plural(lacking, 'shipment lacks', 'shipments lack')
    return { to, tone: 'info', sentence: `${made} It is incomplete: ${named} something.` }
  },
})
