/**
 * The links that a browser may prefetch when a pointer rests on them, as JSON for the page: only
 * cached pages, where a wrong guess costs nothing.
 */
export const speculationRules = (paths: readonly string[]): string =>
  JSON.stringify({ prefetch: [{ where: { href_matches: paths }, eagerness: 'moderate' }] })
