import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page's data again every so many milliseconds while it is visible; never when null. */
export function usePolling(everyMs: number | null): void {
  const { revalidate, state } = useRevalidator()
  const refresh = useEffectEvent(() => {
    if (state === 'idle' && document.visibilityState === 'visible') void revalidate()
  })
  useEffect(() => {
    if (everyMs === null) return
    const timer = setInterval(() => refresh(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
}
