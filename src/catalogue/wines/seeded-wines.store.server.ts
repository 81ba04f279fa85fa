import { and, eq, ne } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import { casePrice2021, soldWines } from './sold-wines.rules.ts'
import { products } from './tables.ts'

type NewProduct = typeof products.$inferInsert

const case750 = '3-pack of 750ml'
const altamira = 'Paraje Altamira, Uco Valley'

/** The listed wines. Prices in cents, each for a case of 3 × 750 ml (specification, 9). */
export const catalogue: readonly NewProduct[] = [
  {
    id: 'malbec-2022',
    title: '2022 Malbec',
    subtitle: case750,
    titleCart: '2022 Malbec',
    vintage: 2022,
    specSheet: 'malbec-2022.pdf',
    image: 'bottle-malbec-2022',
    priceCents: soldWines['malbec-2022'].price,
    description: `Malbec from ${altamira}. Three bottles of 750ml.`,
    descriptionA:
      'Grown on the lime-coated stones of Paraje Altamira, where cold nights keep the fruit bright and the autumn leaves it time. Dark, fresh and unhurried, it opens slowly, in the glass as in the cellar.',
    categoryId: 'malbec',
    categoryName: 'Malbec',
    releaseState: 'on-sale',
    position: 1,
    stock: 300,
  },
  {
    id: 'cabernet-sauvignon-2021',
    title: '2021 Cabernet Sauvignon',
    subtitle: case750,
    titleCart: '2021 Cabernet Sauvignon',
    vintage: 2021,
    specSheet: 'cabernet-sauvignon-2021.pdf',
    image: 'bottle-cabernet-sauvignon-2021',
    priceCents: casePrice2021,
    description: `Cabernet Sauvignon from ${altamira}. Three bottles of 750ml.`,
    categoryId: 'cabernet-sauvignon',
    categoryName: 'Cabernet Sauvignon',
    releaseState: 'closed',
    position: 2,
  },
  {
    id: 'malbec-2021',
    title: '2021 Malbec',
    subtitle: case750,
    titleCart: '2021 Malbec',
    vintage: 2021,
    specSheet: 'malbec-2021.pdf',
    image: 'bottle-malbec-2021',
    priceCents: casePrice2021,
    description: `Malbec from ${altamira}. Three bottles of 750ml.`,
    categoryId: 'malbec',
    categoryName: 'Malbec',
    releaseState: 'closed',
    position: 3,
  },
]

/** The single-bottle offer; its price in cents is configuration. */
const singleBottle = (priceCents: number): NewProduct => ({
  id: 'malbec-2021-bottle',
  title: '2021 Malbec',
  subtitle: '1 bottle (750ml)',
  bottles: 1,
  titleCart: '2021 Malbec, single bottle',
  vintage: 2021,
  specSheet: 'malbec-2021.pdf',
  image: 'bottle-malbec-2021',
  priceCents,
  description: `One bottle of Malbec from ${altamira}.`,
  categoryId: 'malbec',
  categoryName: 'Malbec',
  releaseState: 'on-sale',
  position: null,
})

/** Ids of seeded wines, whose prices are settings. */
export const seededWines = [...catalogue, singleBottle(0)].map(({ id }) => id)

/**
 * Inserts missing wines. Existing rows keep their changes, except that prices, which staff can't
 * change, follow the code and the single bottle's its setting.
 */
export async function seedCatalogue(db: Queryable, bottlePriceCents: number): Promise<void> {
  const wines = [...catalogue, singleBottle(bottlePriceCents)]
  await db.insert(products).values(wines).onConflictDoNothing()
  for (const { id, priceCents } of wines) {
    await db
      .update(products)
      .set({ priceCents })
      .where(and(eq(products.id, id), ne(products.priceCents, priceCents)))
  }
}
