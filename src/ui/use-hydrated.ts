import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and until the page's script has taken over. What only a script can undo (an
 * inactive button, say) waits for it, so that the page works without one.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
