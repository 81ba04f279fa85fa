import { z } from 'zod'

import { filled, oneOf, text, version } from '#platform/action/form-fields.ts'
import { refuse, savedElsewhere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'

import { maxHeading } from './shipper-profile.rules.ts'
import type { ProfileColumn } from './shipper-profile.rules.ts'
import { dateFormats, fileOrders, readColumns, rowsPer } from './shipper-profile.rules.ts'
import {
  insertProfile,
  isNameTaken,
  profileById,
  updateProfile,
} from './shipper-profiles.store.server.ts'

const longestName = 60

const wrongColumn = {
  'unknown-field': (field: string) => `“${field}” is not a field.`,
  'missing-field': (field: string) => `The field “${field}” is needed in every file.`,
  'no-heading': (field: string) =>
    `The field “${field}” needs a heading of at most ${maxHeading} characters.`,
}

const columns = text().transform((typed, { addIssue }): ProfileColumn[] => {
  const read = readColumns(typed)
  if (read.ok) return read.columns
  addIssue(wrongColumn[read.reason](read.field))
  return []
})

/** Saves a shipper's file format; without an id it is a new one. */
export const saveProfile = staffAction({
  needs: 'ship-orders',
  log: 'shipper-profile-saved',
  form: z.object({
    id: text(),
    version: version(),
    name: filled(longestName, `A name of at most ${longestName} characters.`),
    columns,
    dateFormat: oneOf(dateFormats).default('iso'),
    rowPer: oneOf(rowsPer).default('parcel'),
    orderBy: oneOf(fileOrders).default('number'),
  }),
  record: (tx, { id }) => profileById(tx, id),
  async run({ tx, record, audit }, { id: _id, version: _version, ...fields }) {
    const taken = refuse('There is already one with this name.', { field: 'name' })
    if (await isNameTaken(tx, fields.name, record)) return taken
    const saved = record ? await updateProfile(tx, record, fields) : await insertProfile(tx, fields)
    if (!saved) return record ? savedElsewhere() : taken
    audit(
      { kind: 'shipper-profile', id: saved.id, label: saved.name },
      { before: record, after: saved },
    )
    return saved
  },
  say: () => 'Saved.',
})
