import type { ReactNode } from 'react'

import { errorCopy } from '#domain/copy/errors.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

import styles from './error-page.module.css'

/** 'Something's missing', with a way home. */
export function MissingPage({ children }: { children?: ReactNode }) {
  return (
    <Page title={errorCopy.notFound.title} intro={errorCopy.notFound.text} centered>
      <div className={styles.on}>
        <ButtonLink href={paths.home()}>{errorCopy.home}</ButtonLink>
        {children}
      </div>
    </Page>
  )
}
