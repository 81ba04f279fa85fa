import { aboutCopy as copy } from '#domain/copy/about.ts'
import type { Handle } from '#web/handle.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { Picture } from '#web/ui/picture.tsx'

import type { Route } from './+types/about'
import styles from './about.module.css'

export const handle: Handle = { shared: true }

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'about')

export default function About() {
  return (
    <main id="content" tabIndex={-1} className={styles.about}>
      <div className={styles.head}>
        <PageHead title={copy.title} intro={copy.lead} />
      </div>
      <Picture
        name="cordillera"
        alt={copy.pictures.vines}
        sizes="(width < 40rem) 75vw, 100vw"
        priority
        className={styles.view}
      />
      <div className={styles.columns}>
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
      <div className={styles.plant}>
        <Chapter {...copy.kohue} />
        <img
          src="/pictures/kohue-emblem.svg"
          alt="The Kohue, drawn as in a herbarium"
          width={60}
          height={108}
          loading="lazy"
        />
      </div>
      <div className={styles.close}>
        <Chapter {...copy.society} />
        <p>
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
    <section className={styles.chapter}>
      <h2>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  )
}
