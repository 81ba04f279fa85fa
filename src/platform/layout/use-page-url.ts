import { useLocation } from 'react-router'

/** The address a plain form of this page comes back to: with or without the cart open. */
export function usePageUrl(withCart: boolean): string {
  const { pathname, search } = useLocation()
  return urlWith(pathname, search, { cart: withCart ? 'open' : null, ask: null })
}

/** The same address with some of its search parameters set, or taken out by null. */
export function urlWith(
  pathname: string,
  search: string,
  changes: Record<string, string | null>,
): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  const query = params.toString()
  return query ? `${pathname}?${query}` : pathname
}
