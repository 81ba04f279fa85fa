import { cachedPages } from './cached-pages.ts'

/**
 * Which links are worth fetching when a pointer rests on them, as JSON for the page: only pages sent
 * from memory, where a guess that was wrong costs nobody anything.
 */
export const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: Object.keys(cachedPages) }, eagerness: 'moderate' }],
})
