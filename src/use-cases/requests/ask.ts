import { queueMail } from '#data/emails/mails.ts'
import type { Viewer } from '#data/people/users.ts'
import { productById } from '#data/catalogue/products.ts'
import { releaseOfBuyer } from '#data/releases/wine-release.ts'
import { recordRequest } from '#data/requests/requests.ts'
import { countAttempt } from '#data/sign-in/attempts.ts'
import { businessEmails } from '#domain/copy/business-emails.ts'
import { mayAskForMore } from '#domain/releases/wine-release.ts'
import { maxRequestUnits } from '#domain/requests/request.ts'

import type { Outcome, Services } from '#use-cases/services.ts'

type AskedForMore = Outcome<'not-units' | 'not-taken'>

const day = 24 * 60

/**
 * Records that a customer would like 1 to 12 cases beyond their allocation, and tells the business
 * once a day. Only where staff have opened the queue of that wine; asked twice, it is one request.
 */
export async function askForMore(
  { db, settings }: Services,
  viewer: Viewer,
  { productId, units }: { productId: string; units: number },
): Promise<AskedForMore> {
  const isCount = Number.isInteger(units) && units >= 1 && units <= maxRequestUnits
  if (!isCount) return { ok: false, reason: 'not-units' }
  return db.transaction(async (tx): Promise<AskedForMore> => {
    const release = await releaseOfBuyer(tx, viewer.id, productId)
    if (release?.own && release.own.takesMore && release.own.askedMore > 0) return { ok: true }
    if (!release || !mayAskForMore(release)) return { ok: false, reason: 'not-taken' }
    const wine = (await productById(tx, productId))!
    await recordRequest(tx, { kind: 'more', userId: viewer.id, productId, units })
    if (await countAttempt(tx, `more:${viewer.id}:${productId}`, day, 1)) {
      const { firstName, lastName, email } = viewer
      const { subject, text } = businessEmails.more
      const props = { firstName, lastName, email, subject, text: text(wine.title, units) }
      await queueMail(tx, 'wildcard', settings.businessEmail, props)
    }
    return { ok: true }
  })
}
