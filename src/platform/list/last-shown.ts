import { isRouteErrorResponse } from 'react-router'

/**
 * Keeps the last data of a list, to show it marked as stale while the server is unreachable. Refusals
 * and redirects are not outages.
 */
export function lastShownRows<Data extends object>() {
  let last: Data | null = null
  return {
    keep(data: Data): void {
      last = data
    },
    async loadOrStale(load: () => Promise<Data>): Promise<Data & { isStale: boolean }> {
      try {
        last = await load()
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
