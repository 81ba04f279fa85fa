import { z } from 'zod'

import { text } from '#platform/action/form-fields.ts'
import { Refusal } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'

import { wineSubject } from '../log.copy.ts'
import { lockWine, writeStock } from '../wines/products.store.server.ts'
import { maxStock, readStock } from './stock.rules.ts'

const shown = (count: number) => count.toLocaleString('en-US')

const count = text().transform((typed, { addIssue }): number | null => {
  const read = readStock(typed)
  if (read !== undefined) return read
  addIssue(`A whole number up to ${shown(maxStock)} please, or leave it empty for no limit.`)
  return null
})

/** Refuses it at its field, and has the page show how it is now (409). */
const atField = (sentence: string) => new Refusal(409, sentence, { stock: sentence })

/**
 * Sets the total units of a wine; empty is unlimited. Never below held plus sold plus promised, and
 * only if the stock is still the value that staff saw (optimistic locking). Cached pages follow
 * within two seconds.
 */
export const setStock = staffAction({
  needs: 'set-stock',
  log: 'stock-set',
  form: z.object({ wine: text(), name: text(), from: count, stock: count }),
  async run({ tx, audit, unchanged }, { wine: id, name, from, stock }) {
    const wine = await lockWine(tx, id)
    if (!wine) return atField('This wine no longer exists.')
    const set = { name: name || id, stock }
    if (wine.stock === stock) {
      unchanged()
      return set
    }
    if (wine.stock !== from) {
      const now = wine.stock === null ? 'without a limit' : shown(wine.stock)
      return atField(`Someone set it in the meantime: it is ${now} now. Save again to change that.`)
    }
    const taken = wine.held + wine.sold + wine.promised
    // Promises need a limited stock.
    if (stock === null ? wine.promised > 0 : stock < taken) {
      return atField(`${shown(taken)} are already held, sold or promised; it can’t be fewer.`)
    }
    await writeStock(tx, id, stock)
    audit(wineSubject(wine), { before: { stock: wine.stock }, after: { stock } })
    return set
  },
  say: ({ name, stock }) =>
    stock === null ? `${name}: no limit.` : `${name}: ${shown(stock)} in all.`,
})
