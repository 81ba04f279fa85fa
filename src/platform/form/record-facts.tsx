import type { ReactNode } from 'react'

import { factList } from '#ui/layout.ts'

import { Fact } from '../layout/fact.tsx'

/** Read-only facts of a record; those without a value are left out. */
export function RecordFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={factList()}>
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
