import { z } from 'zod'

import { purchaseLinkEnds } from '#accounts/links/entry-link.rules.ts'
import { whoMayEnterByLink } from '#accounts/links/entry-links.store.server.ts'
import { makePurchaseLinks } from '#accounts/links/purchase-link.actions.server.ts'
import { accountAttempt, withinLimits } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { releasesOfPerson } from '#campaigns/campaign/person-campaigns.store.server.ts'
import { recipientOf, queueMailOnce } from '#mail/mails.store.server.ts'
import { text } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { personByRecord } from '../people/person.store.server.ts'

const loadAgain = 'Nothing was sent. Please load the page again.'

/**
 * Emails a person a fresh purchase link to a release that concerns them, without showing it to staff: at
 * most three an hour, together with those that they request themselves. `key` is that of the form.
 */
export const sendFreshLink = staffWork({
  // Support may edit subscribers, too.
  needs: 'edit-users',
  log: 'fresh-link-sent',
  form: z.object({ id: text(), key: z.guid().catch(''), release: text() }),
  async run({ services, now, audit, unchanged }, { id, key, release: releaseId }) {
    const { db } = services
    const no = (sentence: string) => refuse(sentence, { elsewhere: { to: paths.person(id) } })
    const person = key ? await personByRecord(db, id) : null
    if (!person) return no(loadAgain)
    const { userId, subscriberId, email, firstName, name } = person
    // Staff, or an account whose address was never confirmed.
    if (userId && !(await whoMayEnterByLink(db, [userId])).has(userId)) {
      return no('Nothing was sent: this account can’t be entered by a link.')
    }
    const releases = await releasesOfPerson(db, { userId, email })
    const release = releases.find((one) => one.id === releaseId)
    if (!release) return no('Nothing was sent: the release has closed.')
    const sentTo = await recipientOf(db, key)
    if (sentTo !== null && sentTo !== email) return no(loadAgain)
    unchanged()
    if (sentTo !== null) return
    if (!(await withinLimits(services, [accountAttempt('fresh-links', email)]))) {
      return no('Nothing was sent: they were sent three links within the hour.')
    }
    await db.transaction(async (tx) => {
      const whose = { userId, subscriberId: userId ? null : subscriberId, email }
      const until = release.closesAt
      // Of the same form sent twice at once, the second's link is never mailed and expires unused.
      const [link] = await makePurchaseLinks(services, tx, [
        { ...whose, releaseId: release.id, until },
      ])
      const expiresAt = purchaseLinkEnds(now, until).toISOString()
      const props = { firstName, link: link!, expiresAt }
      const mail = { kind: 'purchase-link', recipient: email, props } as const
      if (!(await queueMailOnce(tx, key, mail))) return
      const kind = userId ? 'user' : 'subscriber'
      const subject = {
        kind,
        id: (userId ?? subscriberId)!,
        label: `${name} ${email}`.trim(),
      } as const
      await audit(tx, subject, { after: { release: release.name } })
    })
  },
  say: () => 'A fresh link is on its way to them.',
})
