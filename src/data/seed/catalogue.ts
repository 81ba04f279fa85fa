import type { Queryable } from '../connection.server.ts'
import { products } from '../schema/trade.ts'

type NewProduct = typeof products.$inferInsert

const case750 = '3-pack of 750ml'
const altamira = 'Paraje Altamira, Uco Valley'

/** The wines of the house. Prices in cents, each for a case of 3 × 750 ml (specification, 9). */
export const catalogue: readonly NewProduct[] = [
  {
    id: 'malbec-2022',
    title: '2022 Malbec',
    subtitle: case750,
    titleCart: 'Malbec 2022',
    vintage: 2022,
    specSheet: null,
    image: 'bottle-malbec-2022',
    priceCents: 45_000,
    description: `Malbec from ${altamira}. Three bottles of 750ml.`,
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
    titleCart: 'Cabernet Sauvignon 2021',
    vintage: 2021,
    specSheet: 'cabernet-sauvignon-2021.pdf',
    image: 'bottle-cabernet-sauvignon-2021',
    priceCents: 55_500,
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
    titleCart: 'Malbec 2021',
    vintage: 2021,
    specSheet: 'malbec-2021.pdf',
    image: 'bottle-malbec-2021',
    priceCents: 55_500,
    description: `Malbec from ${altamira}. Three bottles of 750ml.`,
    categoryId: 'malbec',
    categoryName: 'Malbec',
    releaseState: 'closed',
    position: 3,
  },
]

/** The single-bottle offer; its price is configuration, in cents. */
export const singleBottle = (priceCents: number): NewProduct => ({
  id: 'malbec-2021-bottle',
  title: '2021 Malbec',
  subtitle: '1 bottle (750ml)',
  titleCart: 'Malbec 2021, single bottle',
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

/** Writes the wines that are not there yet; what staff changed since stays. */
export async function seedCatalogue(db: Queryable, bottlePriceCents: number): Promise<void> {
  await db
    .insert(products)
    .values([...catalogue, singleBottle(bottlePriceCents)])
    .onConflictDoNothing()
}
