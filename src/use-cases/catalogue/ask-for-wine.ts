import { countAttempt } from '#data/sign-in/attempts.ts'
import { queueMails } from '#data/emails/mails.ts'
import type { Viewer } from '#data/people/users.ts'
import { productById } from '#data/catalogue/products.ts'

import type { Services } from '#use-cases/services.ts'

const day = 24 * 60

/**
 * Sends a user's request for a wine to the winery. The same request within a day is thanked for but
 * sent once. False when there is no such wine.
 */
export async function requestWine(
  { db, settings }: Services,
  viewer: Viewer,
  productId: string,
): Promise<boolean> {
  const wine = await productById(db, productId)
  if (!wine) return false
  await db.transaction(async (tx) => {
    if (!(await countAttempt(tx, `interested:${viewer.id}:${wine.id}`, day, 1))) return
    const { firstName, lastName, email } = viewer
    const props = { firstName, lastName, email, wine: wine.title }
    await queueMails(tx, [{ kind: 'interested', recipient: settings.businessEmail, props }])
  })
  return true
}
