import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Query } from '../http/paths.rules.ts'
import { useListState } from './record-state.ts'

type Props = {
  pathOf: (id: string, query: Query) => string
  id: string
  label: string
  children: ReactNode
}

/** From a list to one of its records, and back to the same view of the list. */
export function RecordLink({ pathOf, id, label, children }: Props) {
  return (
    <Link to={pathOf(id, useListState())} aria-label={label}>
      {children}
    </Link>
  )
}
