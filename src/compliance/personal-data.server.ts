import type { PersonalData } from '#platform/module/personal-data.ts'
import { ifAny } from '#platform/module/personal-data.ts'

import { recordsOfGuest, recordsOfUser } from './records/records.store.server.ts'

/** The personal fields of records, which stay as long as the law requires, with the order. */
export const compliancePersonalData: PersonalData = {
  tables: { compliance_people: { exported: true, erased: 'kept', merged: 'left' } },
  exportUser: { complianceRecords: (db, userId) => ifAny(recordsOfUser(db, userId)) },
  exportAddress: { guestComplianceRecords: (db, email) => ifAny(recordsOfGuest(db, email)) },
}
