import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Engraving } from '#ui/engraving.tsx'
import { cluster, letters, pageWide, stack } from '#ui/layout.ts'
import { PageHead } from '#ui/page.tsx'
import { Picture } from '#ui/picture.tsx'

import type { Route } from './+types/about.page'
import { aboutCopy as copy } from './about.copy.ts'

import styles from './about.page.module.css'

export const handle: Handle = { cached: 'text', inSitemap: true, redirected: true, shared: true }

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'About us',
    description:
      'Mendoza, the Andes and the Kohue plant: where our wines come from and what they are named after.',
  })

export default function About() {
  return (
    <main id="content" tabIndex={-1}>
      <div className={classes(pageWide, styles.head)}>
        <PageHead title={copy.title} intro={copy.lead} />
        <Engraving name="vine" className={styles.vine} data-print="no" />
      </div>
      <div className={classes(pageWide, styles.columns)}>
        <Chapter {...copy.mendoza} />
        <Chapter {...copy.andes} />
      </div>
      <div className={styles.place}>
        <Picture
          name="bottle-on-stone"
          alt={copy.pictures.stone}
          sizes="(width >= 62rem) 58vw, 75vw"
        />
        <Chapter {...copy.altamira} />
      </div>
      <div className={classes(pageWide, styles.plant)}>
        <Chapter {...copy.kohue} />
        <img
          src="/pictures/kohue-emblem.svg"
          data-print="no"
          alt={copy.pictures.plant}
          width={60}
          height={108}
          loading="lazy"
        />
      </div>
      <div
        className={classes(pageWide, stack(4, { align: 'center' }), letters.centered, styles.close)}
      >
        <Chapter {...copy.society} />
        <p className={cluster(1.5, { justify: 'center' })}>
          <ButtonLink href={paths.join()}>{copy.society.join}</ButtonLink>
          <ButtonLink href={paths.ourWines()} kind="secondary">
            {copy.society.wines}
          </ButtonLink>
        </p>
      </div>
    </main>
  )
}

function Chapter({ title, text }: { title: string; text: readonly string[] }) {
  return (
    <section className={stack(2)}>
      <h2>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  )
}
