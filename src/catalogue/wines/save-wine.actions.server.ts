import { newRecord, staffRecord, wrong, wrongFields } from '#platform/action/staff-record.server.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'

import { wineSubject } from '../log.copy.ts'
import { isMadeHere, neutralPicture } from '../pictures/picture.rules.ts'
import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { queuePictures } from './queue-pictures.server.ts'
import type { StaffWine } from './staff-wines.store.server.ts'
import {
  idOfNewWine,
  insertWine,
  lockStaffWine,
  staffWineById,
  writeWine,
} from './staff-wines.store.server.ts'
import { checkWine, readPrice, readWine, readWineStock, wineFields } from './wine-form.rules.ts'

const shopYear = (services: Services) => Number(shopToday(services).slice(0, 4))

/**
 * Makes a new wine, closed and listed nowhere, and has its price created at the payment provider.
 * The same form sent twice makes one wine.
 */
export const createWine = newRecord({
  needs: 'manage-releases',
  log: 'wine-made',
  names: wineFields,
  read: readWine,
  async save({ services, tx, audit, unchanged }, values) {
    const checked = checkWine(values, shopYear(services))
    if (!checked.ok) return wrongFields(checked.errors)
    const { fields } = checked
    const id = await idOfNewWine(tx, fields)
    const wine = await insertWine(tx, id, fields, neutralPicture)
    if (!wine) {
      const there = await staffWineById(tx, id)
      const isSame = there && changesBetween(there.fields, fields) === null
      if (!isSame) return wrong('name', copy.errors.exists)
      unchanged()
      return { wine: there }
    }
    audit(wineSubject(wine), { after: { ...wine.fields } })
    await queueJob(tx, 'create-price', { productId: wine.id }, `price:${wine.id}`)
    await queuePictures(tx, 'label-bottles', {}, 'label-bottles')
    return { wine }
  },
  say: ({ wine }) => ({
    to: paths.wine(wine.id),
    sentence: `${wine.title} is created. Its price is being prepared.`,
  }),
})

/**
 * Saves a wine's texts and stock. Its price never changes, nor its bottles once an order has it, which packing
 * slips read here: a copy has its own.
 */
export const saveWine = staffRecord({
  needs: 'manage-releases',
  log: 'wine-updated',
  kind: 'wine',
  names: wineFields,
  read: readWine,
  find: lockStaffWine,
  async save({ services, tx, audit, unchanged }, values, before: StaffWine) {
    if (readPrice(values.price) !== before.priceCents) {
      return wrong('price', copy.errors['price-fixed'])
    }
    const checked = checkWine(values, shopYear(services))
    if (!checked.ok) return wrongFields(checked.errors)
    const { fields } = checked
    const changes = changesBetween(before.fields, fields)
    if (!changes) {
      unchanged()
      return { wine: before }
    }
    const bottles = (['bottles', 'bottleMl'] as const).find(
      (one) => changes.after[one] !== undefined,
    )
    if (bottles && before.held + before.sold > 0)
      return wrong(bottles, copy.errors['bottles-fixed'])
    const stock = readWineStock(fields.stock) ?? null
    const taken = before.held + before.sold + before.promised
    const isBelow = stock === null ? before.promised > 0 : stock < taken
    if (isBelow) return wrong('stock', copy.errors['below-taken'](taken))
    // The label in the picture has the earlier name.
    const isMislabelled =
      before.pictureFile === null &&
      isMadeHere(before.image) &&
      (fields.name !== before.fields.name || fields.vintage !== before.fields.vintage)
    const picture = isMislabelled ? neutralPicture : undefined
    const wine = await writeWine(tx, before.id, fields, picture)
    if (isMislabelled) await queuePictures(tx, 'label-bottles', {}, 'label-bottles')
    audit(wineSubject(wine), changes)
    return { wine }
  },
  say: ({ wine }) => ({ to: paths.wine(wine.id), sentence: 'The wine is saved.' }),
})
