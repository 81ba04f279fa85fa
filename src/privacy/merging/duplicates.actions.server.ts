import { z } from 'zod'

import { staffUserById } from '#accounts/users/staff-users.store.server.ts'
import { text } from '#platform/action/form-fields.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { userSubject } from '../log.copy.ts'
import { dismissPair, findAllDuplicates } from './duplicate-pairs.store.server.ts'

/** Dismisses a pair of accounts from the list of duplicates: they are two people. */
export const dismissDuplicate = staffAction({
  needs: 'edit-users',
  log: 'duplicate-dismissed',
  form: z.object({ id: text(), from: text() }),
  async run({ tx, audit, unchanged }, { id, from }) {
    const person = await staffUserById(tx, id)
    if (person && (await dismissPair(tx, id, from))) {
      audit(userSubject(id, person), { after: { account: from } })
    } else unchanged()
  },
  say: () => ({
    tone: 'info',
    sentence: 'Noted: the pair is off the list.',
    to: paths.duplicates(),
  }),
})

/** Finds duplicates that the trigger missed. A background job. */
export async function findDuplicates({ db, log }: Services): Promise<void> {
  const found = await findAllDuplicates(db)
  if (found > 0) log.info({ found }, 'duplicates found')
}
