import { z } from 'zod'

import { oneOf, text } from '#platform/action/form-fields.ts'
import { Refusal, refuse } from '#platform/action/refusal.ts'
import { staffPreview } from '#platform/action/staff-action.server.ts'
import { readUtf8 } from '#platform/csv/csv-reader.rules.ts'
import { csvFileLimits } from '#platform/csv/csv.rules.ts'
import { unreadable } from '#platform/csv/unreadable.copy.ts'
import { megabytes } from '#platform/text/number-words.copy.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'
import { destinationNames } from '#platform/text/us-states.rules.ts'
import { carriers } from '#shipping/tracking/carriers.rules.ts'

import { periodName } from '../reports/period.rules.ts'
import { periodField } from '../reports/report-form.rules.ts'
import type { Compared, UnreadRow } from './carrier-list.rules.ts'
import { compareParcels, readCarrierList } from './carrier-list.rules.ts'
import { ownParcels } from './own-parcels.store.server.ts'

export type ComparedList = Compared & { period: string; unread: UnreadRow[] }

const refuseFile = (sentence: string) => new Refusal(409, sentence, { file: sentence })

/** Compares a carrier's or shipper's own list with the shop's parcels. The file is read whole first; nothing is kept. */
export const compareCarrierList = staffPreview({
  needs: 'manage-compliance',
  form: z.object({
    file: z.instanceof(File).optional().catch(undefined),
    period: periodField(),
    state: text().refine((typed) => typed === '' || Object.hasOwn(destinationNames, typed)),
    carrier: oneOf(['', ...carriers]),
  }),
  async show({ db, settings }, { file, period, state, carrier }): Promise<ComparedList | Refusal> {
    if (!file || file.size === 0) return refuse('Choose a file.', { field: 'file' })
    if (file.size > csvFileLimits.bytes) {
      return refuseFile(`At most ${megabytes(csvFileLimits.bytes)}.`)
    }
    const content = readUtf8(new Uint8Array(await file.arrayBuffer()))
    if (content === null) return refuseFile('The file is not UTF-8 text.')
    const read = readCarrierList(content)
    if (!read.ok) return refuseFile(unreadable(read))
    const own = await ownParcels(db, {
      period,
      carrier: isOneOf(carriers, carrier) ? carrier : null,
      numbers: read.rows.map(({ trackingNumber }) => trackingNumber),
      timeZone: settings.timeZone,
    })
    const asked = { period, state: state === '' ? null : state }
    return {
      ...compareParcels(read, own, asked),
      period: periodName(period),
      unread: read.unread,
    }
  },
})
