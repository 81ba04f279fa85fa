import type { ReactNode } from 'react'

import { classes } from './classes.ts'
import { cover, letters, pageWide, stack } from './layout.ts'
import { Picture } from './picture.tsx'

import styles from './page.module.css'

type HeadProps = {
  title: ReactNode
  /** A line in small caps above the title. */
  kicker?: ReactNode
  intro?: ReactNode
}

type PageProps = HeadProps & {
  centered?: boolean
  /** A column for reading, instead of the full width. */
  narrow?: boolean
  className?: string
  children?: ReactNode
}

/** A page's main part with its one h1. Bars and footer come from the shell around it. */
export function Page({ centered, narrow, className, children, ...head }: PageProps) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className={classes(pageWide, styles.page, narrow && styles.narrow, className)}
    >
      <PageHead {...head} centered={centered} />
      {children}
    </main>
  )
}

export function PageHead({ title, kicker, intro, centered }: HeadProps & { centered?: boolean }) {
  return (
    <header className={classes(styles.head, centered && styles.centered)}>
      {kicker && <p className={letters.kicker}>{kicker}</p>}
      <h1 className={styles.title}>{title}</h1>
      {intro && <p className={classes(letters.quiet, styles.intro)}>{intro}</p>}
    </header>
  )
}

/** A page around one form, with the mountains beside it where there is room. */
export function FormPage({
  children,
  plain,
  ...head
}: HeadProps & { plain?: boolean; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className={styles.form}>
      {!plain && (
        <div className={styles.picture} aria-hidden="true">
          <Picture name="cordillera-vertical" alt="" sizes="42vw" className={cover} />
        </div>
      )}
      <div className={classes(pageWide, styles.page, styles.formColumn)}>
        <PageHead {...head} />
        <div className={stack(3)}>{children}</div>
      </div>
    </main>
  )
}
