import { z } from 'zod'

import { releaseTexts } from '#catalogue/on-sale/release-form.rules.ts'
import { chosen, text } from '#platform/action/form-fields.ts'
import { notThere, Refusal, refuse } from '#platform/action/refusal.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { leftoverWines } from '#requests/requested-wines.store.server.ts'

import { restOfRelease } from '../release/cloned-release.rules.ts'
import { insertDraft, saveReleaseWines } from '../release/save-release.actions.server.ts'
import { staffReleaseById } from '../release/staff-releases.store.server.ts'
import { typedOf } from '../release/typed-release.rules.ts'

/**
 * Drafts an open release with the wines that remain of one that has ended, by default from tomorrow for
 * two weeks. The form's key is the draft's id: a form sent twice makes one draft, and completes one that
 * has no wines yet (`whyNoWines`). Choosing them is logged by itself.
 */
export const openRest = staffWork({
  needs: 'manage-releases',
  log: 'release-made',
  form: z.object({ id: text(), wine: chosen() }),
  async run({ services, viewer, now, formKey: key, audit, unchanged }, { id: endedId, wine }) {
    // What is there of it already.
    unchanged()
    const { db, settings } = services
    const release = await staffReleaseById(db, endedId)
    if (!release) return notThere()
    if (release.phase !== 'closed') return refuse('This release has not ended.')
    const made = { id: key, whyNoWines: null }
    // A draft without wines is one whose making was interrupted: the same form gives it its wines.
    const isMade = async () => ((await staffReleaseById(db, key))?.wines.length ?? 0) > 0
    if (await isMade()) return made
    const rest = (await leftoverWines(db, endedId)).filter(({ id }) => wine.includes(id))
    // Sent twice at once, the other one may just have taken the wines.
    if (rest.length === 0) {
      return (await isMade()) ? made : refuse('Please choose at least one of its wines.')
    }
    const { timeZone } = settings
    const typed = restOfRelease(typedOf(release.fields, timeZone), {
      name: `${release.fields.name}: the rest`.slice(0, releaseTexts.name),
      wave: 'Everyone',
      now,
      timeZone,
    })
    const refused = await db.transaction(async (tx) => {
      const entry = await insertDraft({ services, tx, now }, { id: key, typed })
      if (entry instanceof Refusal) return entry
      if (entry) await audit(tx, ...entry)
    })
    if (refused) {
      return refuse('The draft could not be made from this release. Please clone it instead.')
    }
    const order = rest.map(({ id }) => id).join(',')
    const saved = await saveReleaseWines(services, viewer, { id: key, version: 1, order })
    // The same form, sent twice, has chosen them already.
    if (saved.ok || (await isMade())) return made
    return { id: key, whyNoWines: saved.sentence }
  },
  say: ({ id, whyNoWines }) =>
    whyNoWines === null
      ? {
          to: paths.release(id, 'waves'),
          sentence: 'The draft is made. Please look at its hours and texts, then schedule it.',
        }
      : {
          to: paths.release(id, 'wines'),
          tone: 'bad',
          sentence: `The draft is made, but without wines. ${whyNoWines}`,
        },
})
