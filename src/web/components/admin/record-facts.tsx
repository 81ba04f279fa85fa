import type { ReactNode } from 'react'

import styles from './record-form.module.css'

/** What is known of a record and not edited here; facts without a value are left out. */
export function RecordFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([label, value]) =>
          value !== null &&
          value !== '' && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
