import { z } from 'zod'

import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import { releasesCopy } from '#catalogue/on-sale/releases.copy.ts'
import { mayAskForMore } from '#catalogue/on-sale/wine-release.rules.ts'
import { releaseOfBuyer } from '#catalogue/on-sale/wine-release.store.server.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { listedProducts, productById } from '#catalogue/wines/products.store.server.ts'
import { cartSnapshotOf } from '#checkout/cart/carts.store.server.ts'
import { countAttempt } from '#mail/attempts.store.server.ts'
import { notifyBusinessOfPress } from '#mail/business/notify-business.actions.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import { customerWork } from '#platform/action/customer-action.server.ts'
import { anyText, returnTo } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { httpError } from '#platform/http/http-error.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { dashboardCopy } from '#platform/layout/members.copy.ts'
import type { Outcome, Services } from '#platform/services/services.ts'

import { businessEmails } from './business-emails.copy.ts'
import { makeGrantable } from './grants/make-grantable.actions.server.ts'
import { maxRequestUnits } from './request.rules.ts'
import { insertRequest, recordRequest, reopenRequest } from './requests.store.server.ts'

const day = 24 * 60

/** The wine that somebody is about to ask for; null for one that the shop does not show, such as a draft's. */
export async function viewAskedWine(
  { db }: Pick<Services, 'db'>,
  id: string,
): Promise<{ id: string; title: string } | null> {
  const wine = (await listedProducts(db)).find((one) => one.id === id)
  return wine ? { id, title: wine.title } : null
}

/** Whether the wine is sold to the customer now, such as when its release opened since the page was loaded. */
export async function canBuy(
  { db }: Pick<Services, 'db'>,
  { id }: { id: string },
  productId: string,
): Promise<boolean> {
  const wine = (await cartSnapshotOf(db, id))?.products.find((one) => one.id === productId)
  return wine !== undefined && whyNotAdd(wine) === null
}

/** A customer asks for a wine, for more than their allocation, or about the club; the page thanks them. */
export const ask = customerWork({
  for: 'member',
  limited: true,
  mails: true,
  form: z.object({
    in: anyText(),
    productId: anyText(),
    units: anyText(),
    to: returnTo(paths.members()),
  }),
  async run({ services, viewer }, { in: what, productId, units, to }) {
    if (what === 'club') {
      await askAboutClub(services, viewer)
      return { to, sentence: dashboardCopy.clubThanks }
    }
    if (what !== 'more') {
      if (await canBuy(services, viewer, productId)) {
        return { to: paths.wineOnSale(productId), sentence: releaseCopy.onSaleNow }
      }
      if (!(await requestWine(services, viewer, productId))) throw httpError(400)
      return { to, sentence: releaseCopy.requested }
    }
    const wish = { productId, units: wholeNumberIn(units) ?? 0 }
    const asked = await askForMore(services, viewer, wish)
    if (asked.ok) return { to, sentence: releasesCopy.moreThanks }
    if (asked.reason === 'not-units') throw httpError(400)
    return refuse(releasesCopy.moreNotTaken, { elsewhere: { to, at: 'content' } })
  },
  say: (thanks) => ({ ...thanks, at: 'content' }),
})

/**
 * Records a customer's request for a wine and emails it to the business. The same request within a day
 * is not noted or sent again; one that was withdrawn or answered since is recorded anew. False when there is no such
 * wine.
 */
export async function requestWine(
  { db, settings }: Services,
  viewer: Viewer,
  productId: string,
): Promise<boolean> {
  const wine = await viewAskedWine({ db }, productId)
  if (!wine) return false
  await db.transaction(async (tx) => {
    const isFirst = await countAttempt(tx, `interested:${viewer.id}:${wine.id}`, day, 1)
    const asked = { kind: 'wine', userId: viewer.id, productId: wine.id } as const
    if (!isFirst) return void (await insertRequest(tx, asked))
    await recordRequest(tx, asked)
    const { firstName, lastName, email } = viewer
    const props = { firstName, lastName, email, wine: wine.title }
    await queueMail(tx, 'interested', settings.businessEmail, props)
    await makeGrantable({ settings }, tx, wine.id)
  })
  return true
}

/**
 * Records a request for more information about the club, and emails the business once a day. Where a place
 * was kept for later, that request is open again.
 */
export async function askAboutClub({ db, settings }: Services, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    const isFirst = await countAttempt(tx, `club:${viewer.id}`, day, 1)
    const asked = { kind: 'club', userId: viewer.id } as const
    const isKept = await reopenRequest(tx, asked)
    if (!isKept) await (isFirst ? recordRequest : insertRequest)(tx, asked)
    if (isFirst) await notifyBusinessOfPress(tx, settings, viewer, businessEmails.club)
  })
}

/**
 * Records that a customer would like 1 to 12 cases beyond their allocation, and emails the business
 * once a day. Only where staff have opened the queue of that wine; asked twice, it is one request.
 */
export async function askForMore(
  { db, settings }: Services,
  viewer: Viewer,
  { productId, units }: { productId: string; units: number },
): Promise<Outcome<'not-units' | 'not-taken'>> {
  const isCount = Number.isInteger(units) && units >= 1 && units <= maxRequestUnits
  if (!isCount) return { ok: false, reason: 'not-units' }
  return db.transaction(async (tx) => {
    const release = await releaseOfBuyer(tx, viewer.id, productId)
    if (release?.own && release.own.takesMore && release.own.askedMore > 0) return { ok: true }
    if (!release || !mayAskForMore(release)) return { ok: false, reason: 'not-taken' }
    const wine = (await productById(tx, productId))!
    await recordRequest(tx, { kind: 'more', userId: viewer.id, productId, units })
    if (await countAttempt(tx, `more:${viewer.id}:${productId}`, day, 1)) {
      const { subject, text } = businessEmails.more
      await notifyBusinessOfPress(tx, settings, viewer, { subject, text: text(wine.title, units) })
    }
    return { ok: true }
  })
}
