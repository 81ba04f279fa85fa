import { countAttempt } from '#data/attempts.ts'
import { queueMails } from '#data/mails.ts'
import type { Viewer } from '#data/people.ts'
import { productById } from '#data/products.ts'

import type { Parts } from '#use-cases/parts.ts'

const day = 24 * 60

/**
 * Tells the business that a member would like a wine. Asking for the same wine again within a day
 * is thanked for and sent once. False when there is no such wine.
 */
export async function askForWine(
  { db, settings }: Parts,
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
