import { z } from 'zod'

import { oneOf } from '#platform/action/form-fields.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'

import { releaseSubject } from '../log.copy.ts'
import {
  lockRelease,
  seenRelease,
  wrongState,
} from '../release/change-release-state.actions.server.ts'
import { raiseVersion, takeBehindYear } from '../release/staff-releases.store.server.ts'

/**
 * Sets whether a draft is the preview that the secret prompt opens, instead of the shop's default text.
 * At most one draft is; choosing another replaces it.
 */
export const setBehindYear = staffAction({
  needs: 'manage-releases',
  log: 'release-updated',
  form: z.object({ ...seenRelease, intent: oneOf(['behind', 'away']) }),
  async run({ tx, audit }, { intent, ...seen }) {
    const isBehind = intent === 'behind'
    const release = await lockRelease(tx, seen)
    if (isBehind && release.state !== 'draft') return wrongState()
    if (isBehind) await takeBehindYear(tx)
    await raiseVersion(tx, seen.id, { isBehindYear: isBehind })
    audit(releaseSubject(seen.id, release.fields.name), {
      before: { isBehindYear: !isBehind },
      after: { isBehindYear: isBehind },
    })
    return { isBehind }
  },
  say: ({ isBehind }) =>
    isBehind
      ? 'This draft is the secret preview now.'
      : 'This draft is no longer the secret preview.',
})
