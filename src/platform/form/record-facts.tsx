import type { ReactNode } from 'react'

import { Fact } from '../layout/fact.tsx'
import styles from './record-form.module.css'

/** Read-only facts of a record; those without a value are left out. */
export function RecordFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([label, value]) =>
          value !== null &&
          value !== '' && (
            <Fact key={label} term={label}>
              {value}
            </Fact>
          ),
      )}
    </dl>
  )
}
