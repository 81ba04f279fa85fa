import { z } from 'zod'

import { oneOf, text, wholeNumber } from '#platform/action/form-fields.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction, staffWork } from '#platform/action/staff-action.server.ts'
import { isStillReferred } from '#platform/database/unique-violation.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'

import { wineSubject } from '../log.copy.ts'
import { offerOf, offers } from '../offers/offers.rules.ts'
import { adminWineCopy as copy, adminWinesCopy } from './admin-wines.copy.ts'
import { releaseStates } from './catalogue.rules.ts'
import { seededWines } from './seeded-wines.store.server.ts'
import {
  changeWine,
  leaveEndedRelease,
  listLast,
  lockStaffWine,
  offerWine,
  removeWine,
  releaseDeciding,
} from './staff-wines.store.server.ts'
import { priceStanding } from './view-wine.actions.server.ts'

const noPrice = () => refuse('Its price is being prepared. Please try again in a minute.')

/**
 * Sets a wine on sale, announces or closes it, if it is in no release and its version is unchanged.
 * On sale needs a price at the provider, which is asked for where there is none. Carts keep the lines
 * of a closed wine; checkout refuses them.
 */
export const setWineState = staffWork({
  needs: 'manage-releases',
  log: 'wine-state-set',
  form: z.object({ id: text(), to: oneOf(releaseStates), version: wholeNumber() }),
  async run({ services, audit, unchanged }, { id, to, version }) {
    const set = await services.db.transaction(async (tx) => {
      const wine = await lockStaffWine(tx, id)
      if (!wine) throw notThere()
      const { title, releaseState } = wine
      if (releaseState === to) {
        unchanged()
        return { id, to, title }
      }
      if (wine.version !== version) throw refuse(copy.errors['saved-elsewhere'])
      if (await releaseDeciding(tx, id)) {
        throw refuse('A release decides about this wine. Pause or end the release instead.')
      }
      if (to === 'on-sale' && priceStanding(services, wine) === 'pending') return null
      await changeWine(tx, id, { releaseState: to })
      if (to !== 'closed') {
        await leaveEndedRelease(tx, id)
        await listLast(tx, id)
      }
      await audit(tx, wineSubject(wine), { before: { releaseState }, after: { releaseState: to } })
      return { id, to, title }
    })
    if (set) return set
    await queueJob(services.db, 'create-price', { productId: id }, `price:${id}`)
    return noPrice()
  },
  say: ({ id, to, title }) => ({
    to: paths.wine(id),
    sentence: `${title}: ${adminWinesCopy.releases[to].toLowerCase()}.`,
  }),
})

/**
 * Deletes a wine that was never sold, allocated or asked for, such as a mistyped one. Its price at the provider stays
 * there, unused.
 */
export const deleteWine = staffAction({
  needs: 'manage-releases',
  log: 'wine-deleted',
  form: z.object({ id: text() }),
  async run({ tx, audit }, { id }) {
    const wine = await lockStaffWine(tx, id)
    if (!wine) return notThere()
    if (wine.isOffered || offerOf(id) || seededWines.includes(id)) {
      return refuse('The pages of the shop sell this wine. Close it instead.')
    }
    if (wine.releaseState !== 'closed') return refuse('Close the wine first.')
    try {
      await removeWine(tx, id)
    } catch (error) {
      if (!isStillReferred(error)) throw error
      return refuse('An order, a checkout, a release or a request has this wine. Close it instead.')
    }
    audit(wineSubject(wine), { before: { ...wine.fields } })
    return { title: wine.title }
  },
  say: ({ title }) => ({ to: paths.wines(), sentence: `${title} is deleted.` }),
})

/** Chooses the case that `/offering` sells, which needs a price at the provider. */
export const setOfferedWine = staffAction({
  needs: 'manage-releases',
  log: 'wine-offered',
  form: z.object({ id: text() }),
  async run({ tx, services, audit, unchanged }, { id }) {
    if (id === offers.offer1.productId) return refuse('Only a case can be sold there.')
    const wine = await lockStaffWine(tx, id)
    if (!wine) return notThere()
    if (priceStanding(services, wine) === 'pending') return noPrice()
    const seeded = offers.offering.productId
    const chosen = id === seeded ? null : id
    const before = await offerWine(tx, chosen)
    if (before === chosen) unchanged()
    else {
      audit(wineSubject(wine), {
        before: { offering: before ?? seeded },
        after: { offering: id },
      })
    }
    return { title: wine.title }
  },
  say: ({ title }) => `${title} is sold on /offering now.`,
})
