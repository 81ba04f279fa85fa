import { useLocation } from 'react-router'

import type { Query } from '#domain/paths.ts'

/** Where a record's address keeps how the list stood that led to it. */
const listParam = 'list'

/** How the list on this page stands, to be handed to a record's address. */
export function useListState(): Query {
  const { search } = useLocation()
  return { [listParam]: new URLSearchParams(search).toString() }
}

/** How the list stood that led here: the parameters to go back to it with. */
export const listStateIn = (params: URLSearchParams): Query =>
  Object.fromEntries(new URLSearchParams(params.get(listParam) ?? ''))
