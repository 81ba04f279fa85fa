import { useLocation } from 'react-router'

import type { Query } from '../http/paths.rules.ts'

/** The parameter of a record's URL that holds the view of the list it was opened from. */
const listParam = 'list'

/** The view of this page's list, for the URL of a record. */
export function useListState(): Query {
  const { search } = useLocation()
  return { [listParam]: new URLSearchParams(search).toString() }
}

/** The view of the list that led here, for the link back. */
export const listStateIn = (params: URLSearchParams): Query =>
  Object.fromEntries(new URLSearchParams(params.get(listParam) ?? ''))
