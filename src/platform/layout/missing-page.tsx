import type { ReactNode } from 'react'

import { ButtonLink } from '#ui/button.tsx'

import { paths } from '../http/paths.rules.ts'
import { Ending } from './ending.tsx'
import { errorCopy } from './errors.copy.ts'

/** 'Something's missing', with a way home. */
export function MissingPage({ children }: { children?: ReactNode }) {
  return (
    <Ending kind="missing" title={errorCopy.notFound.title} text={<p>{errorCopy.notFound.text}</p>}>
      <ButtonLink href={paths.home()}>{errorCopy.home}</ButtonLink>
      {children}
    </Ending>
  )
}
