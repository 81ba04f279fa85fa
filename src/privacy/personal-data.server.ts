import type { PersonalData } from '#platform/module/personal-data.ts'

import { mergesInto } from './merging/merges.store.server.ts'

/** Merged accounts and likely duplicates. */
export const privacyPersonalData: PersonalData = {
  tables: {
    person_merges: { exported: true, erased: 'deleted', merged: 'left' },
    duplicates: { exported: false, erased: 'deleted', merged: 'left' },
  },
  exportUser: {
    accountsMerged: async (db, userId) => {
      const merges = await mergesInto(db, userId)
      if (merges.length === 0) return undefined
      return merges.map(({ at, moved, undoneAt }) => ({ at, moved, undoneAt }))
    },
  },
}
