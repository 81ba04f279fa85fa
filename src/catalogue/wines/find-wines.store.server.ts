import { and, asc } from 'drizzle-orm'

import type { Finder } from '#platform/admin/finders.server.ts'
import { containsWord } from '#platform/database/word-search.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { searchedWords } from '#platform/text/searched-words.rules.ts'

import { products } from './tables.ts'

/** Finds wines by the words of their title. */
export const wineFinder: Finder = {
  title: 'Wines',
  action: 'set-stock',
  async find(db, typed, most) {
    const words = searchedWords(typed).map((word) => containsWord(products.title, word))
    if (words.length === 0) return []
    const found = await db
      .select({ id: products.id, title: products.title, subtitle: products.subtitle })
      .from(products)
      .where(and(...words))
      .orderBy(asc(products.id))
      .limit(most)
    return found.map(({ id, title, subtitle }) => ({
      title,
      detail: subtitle,
      href: paths.wine(id),
    }))
  },
}
