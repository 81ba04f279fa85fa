import { queueMail } from '#data/emails/mails.ts'
import { countAttempt } from '#data/sign-in/attempts.ts'
import type { Viewer } from '#data/people/users.ts'
import { productById } from '#data/catalogue/products.ts'
import { recordRequest } from '#data/requests/requests.ts'

import type { Services } from '#use-cases/services.ts'

const day = 24 * 60

/**
 * Records a user's request for a wine and sends it to the winery. The same request within a day is
 * thanked for, and neither recorded nor sent again. False when there is no such wine.
 */
export async function requestWine(
  { db, settings }: Services,
  viewer: Viewer,
  productId: string,
): Promise<boolean> {
  const wine = await productById(db, productId)
  if (!wine) return false
  await db.transaction(async (tx) => {
    const isFirstToday = await countAttempt(tx, `interested:${viewer.id}:${wine.id}`, day, 1)
    if (!isFirstToday) return
    await recordRequest(tx, { kind: 'wine', userId: viewer.id, productId: wine.id })
    const { firstName, lastName, email } = viewer
    const props = { firstName, lastName, email, wine: wine.title }
    await queueMail(tx, 'interested', settings.businessEmail, props)
  })
  return true
}
