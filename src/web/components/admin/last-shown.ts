import { isRouteErrorResponse } from 'react-router'

/**
 * Keeps what a list last showed, so that a shop that can't be reached for a while does not take the
 * page away from its user. Refusals and redirects are not outages.
 */
export function lastShownRows<Data extends object>() {
  let last: Data | null = null
  return {
    keep(data: Data): void {
      last = data
    },
    async orNew(ask: () => Promise<Data>): Promise<Data & { isStale: boolean }> {
      try {
        last = await ask()
        return { ...last, isStale: false }
      } catch (error) {
        if (last === null || isResponse(error)) throw error
        return { ...last, isStale: true }
      }
    },
  }
}

const isResponse = (error: unknown) =>
  error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)
