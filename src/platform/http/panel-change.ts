import type { ShouldRevalidateFunction } from 'react-router'

/** Search parameters that open or close something on the page without asking for other data. */
const panels = ['cart', 'ask']

/** Loads again as usual, but not when only a panel is opened or closed. */
export const unlessOnlyPanel: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  if (formMethod !== undefined || currentUrl.href === nextUrl.href) return defaultShouldRevalidate
  return withoutPanels(currentUrl) === withoutPanels(nextUrl) ? false : defaultShouldRevalidate
}

function withoutPanels(url: URL): string {
  const bare = new URL(url)
  for (const name of panels) bare.searchParams.delete(name)
  return bare.href
}
