import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import { classes } from '#ui/classes.ts'
import { letters, stack } from '#ui/layout.ts'
import { Picture } from '#ui/picture.tsx'
import { isPictureName } from '#ui/pictures.ts'

import type { Preview } from './preview.actions.server.ts'

import styles from './preview-card.module.css'

/** The coming release as shown: without a price or buttons. */
export function PreviewCard({ wine }: { wine: Preview }) {
  return (
    <section className={styles.card} aria-labelledby="preview" data-paper="dark">
      <div className={styles.stage}>
        {isPictureName(wine.image) && (
          <Picture name={wine.image} alt="" sizes="(width < 50rem) 90vw, 28rem" />
        )}
      </div>
      <div className={classes(stack(2), styles.text)}>
        <p className={letters.kicker}>{releaseCopy.previewTitle}</p>
        <h2 id="preview">{wine.title}</h2>
        {wine.text.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  )
}
