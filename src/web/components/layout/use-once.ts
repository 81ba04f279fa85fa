import { useEffect } from 'react'

import { urlWith } from './use-page-url.ts'

/**
 * Takes a message that is being told out of the address, so that a reload does not tell it again.
 * Past the router, for which the page is the same: nothing is asked anew and the focus stays.
 */
export function useOnce(isTold: boolean): void {
  useEffect(() => {
    if (!isTold) return
    const { pathname, search, hash } = window.location
    const bare = urlWith(pathname, search, { notice: null }) + hash
    window.history.replaceState(window.history.state, '', bare)
  }, [isTold])
}
