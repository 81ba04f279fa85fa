/**
 * Speculation rules, as JSON: links to these paths are prefetched when a pointer rests on them. Only for
 * cached pages, whose prefetch costs nothing.
 */
export const speculationRules = (paths: readonly string[]): string =>
  JSON.stringify({ prefetch: [{ where: { href_matches: paths }, eagerness: 'moderate' }] })
