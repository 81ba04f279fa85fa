import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import type { WineRelease } from '#catalogue/on-sale/wine-release.rules.ts'
import type { Product, ReleasedProduct } from '#catalogue/wines/catalogue.rules.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { shipmentsBegin } from '#platform/text/shipments-begin.copy.ts'
import { letters, stack } from '#ui/layout.ts'

import { ReleaseCard } from './release-card.tsx'

import styles from './release-group.module.css'

/** A release that staff made: its texts, and its wines below one another. */
export function ReleaseGroup({ products }: { products: readonly ReleasedProduct[] }) {
  const [first] = products
  if (!first) return null
  const { release } = first
  const allocated = products.reduce((sum, { release: { own } }) => sum + (own?.left ?? 0), 0)
  return (
    <section className={styles.group} aria-labelledby={`release-${release.id}`}>
      <ReleaseTexts
        release={release}
        note={allocated > maxQuantity ? cartCopy.tooMany : undefined}
      />
      <div className={styles.wines}>
        {products.map((product) => (
          <ReleaseCard key={product.id} product={product} />
        ))}
      </div>
    </section>
  )
}

type Texts = Pick<WineRelease, 'id' | 'name' | 'banner' | 'text' | 'shipsFrom'>

/** What a release says above its wines; `note` is the shop's own sentence. */
export function ReleaseTexts({ release, note }: { release: Texts; note?: string }) {
  const paragraphs = release.text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <header className={styles.texts}>
      <div>
        {!repeats(release.name, release.banner) && (
          <p className={letters.kicker}>{release.banner}</p>
        )}
        <h2 id={`release-${release.id}`}>{release.name}</h2>
      </div>
      <div className={stack(1)}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className={letters.typed}>
            {paragraph}
          </p>
        ))}
        {release.shipsFrom && <p className={letters.note}>{shipmentsBegin(release.shipsFrom)}</p>}
        {note && <p className={letters.note}>{note}</p>}
      </div>
    </header>
  )
}

/** Whether the banner says no more than the name below it. */
const repeats = (name: string, banner: string) => name.toLowerCase().includes(banner.toLowerCase())

/** Products of releases, by release and in their order; those outside releases are left out. */
export function byRelease(products: readonly Product[]): ReleasedProduct[][] {
  const groups = new Map<string, ReleasedProduct[]>()
  for (const product of products) {
    if (!product.release) continue
    const group = groups.get(product.release.id) ?? []
    group.push(product as ReleasedProduct)
    groups.set(product.release.id, group)
  }
  return [...groups.values()]
}
