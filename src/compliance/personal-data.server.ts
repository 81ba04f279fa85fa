import type { PersonalData } from '#platform/module/personal-data.ts'

/** The personal fields of records, which stay as long as the law requires, with the order. */
export const compliancePersonalData: PersonalData = {
  tables: { compliance_people: { exported: true, erased: 'kept', merged: 'left' } },
}
