import { z } from 'zod'

import { text } from '#platform/action/form-fields.ts'
import { notThere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { readCsv } from '#platform/csv/csv-reader.rules.ts'
import { csvLine, csvStart, exportName } from '#platform/csv/csv.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { handoverFile } from './handovers.store.server.ts'

/**
 * The file of a handover, byte for byte as it was made for the shipper's program; for a `spreadsheet` the same rows for
 * people who open it in one.
 */
export const takeHandoverFile = staffAction({
  needs: 'ship-orders',
  log: 'list-exported',
  form: z.object({ id: text(), for: text() }),
  async run({ services, tx, viewer, audit }, { id, for: reader }) {
    const found = await handoverFile(tx, id)
    const isSheet = reader === 'spreadsheet'
    const file = found?.file && isSheet ? forSpreadsheet(found.file) : found?.file
    if (!found || !file) return notThere()
    const what = `handover-${found.number}${isSheet ? '-spreadsheet' : ''}`
    audit(auditSubject('list', what), { after: { rows: found.shipmentCount } })
    const day = shopDates(services.settings.timeZone).isoDay(found.madeAt)
    return { name: exportName(what, day, viewer.email), file }
  },
})

function forSpreadsheet(file: Buffer): Buffer | null {
  const read = readCsv(file.toString('utf8'))
  if (!read.ok) return null
  return Buffer.from(csvStart + read.rows.map(({ cells }) => csvLine(cells)).join(''))
}
