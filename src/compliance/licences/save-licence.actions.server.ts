import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import { newRecord, staffRecord, wrong, wrongFields } from '#platform/action/staff-record.server.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

import { licenceSubject } from '../log.copy.ts'
import { checkLicence, licenceFields, readLicence } from './licence-form.rules.ts'
import type { StaffLicence } from './licences.store.server.ts'
import {
  insertLicence,
  licenceNumbered,
  lockLicence,
  writeLicence,
} from './licences.store.server.ts'

const numberTaken = (state: string) =>
  wrong(
    'number',
    `${stateName(state)} has a license with this number. If that one was renewed, change its last day.`,
  )

/** Adds a license. The same form sent twice adds one. */
export const addLicence = newRecord({
  needs: 'manage-compliance',
  log: 'licence-added',
  names: licenceFields,
  read: readLicence,
  async save({ tx, viewer, today, audit, unchanged }, values) {
    const checked = checkLicence(values, statesServed(today))
    if (!checked.ok) return wrongFields(checked.errors)
    const { fields } = checked
    const there = await licenceNumbered(tx, fields, null)
    if (there) {
      if (changesBetween(there.fields, fields)) return numberTaken(fields.state)
      unchanged()
      return { licence: there }
    }
    const licence = await insertLicence(tx, fields, viewer.email)
    audit(licenceSubject(licence), { after: { ...fields } })
    return { licence }
  },
  say: ({ licence }) => ({
    to: paths.licence(licence.id),
    sentence: 'The license is saved. You can upload its document below.',
  }),
})

/** Changes a license. Its state is served again, or no longer, with the same commit. */
export const saveLicence = staffRecord({
  needs: 'manage-compliance',
  log: 'licence-changed',
  kind: 'licence',
  names: licenceFields,
  read: readLicence,
  find: lockLicence,
  async save({ tx, today, audit, unchanged }, values, before: StaffLicence) {
    const checked = checkLicence(values, [...statesServed(today), before.fields.state])
    if (!checked.ok) return wrongFields(checked.errors)
    const { fields } = checked
    const changes = changesBetween(before.fields, fields)
    if (!changes) {
      unchanged()
      return { licence: before }
    }
    if (await licenceNumbered(tx, fields, before.id)) return numberTaken(fields.state)
    const licence = await writeLicence(tx, before.id, fields)
    audit(licenceSubject(licence), changes)
    return { licence }
  },
  say: ({ licence }) => ({ to: paths.licence(licence.id), sentence: 'The license is saved.' }),
})
