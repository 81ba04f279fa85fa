import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

import { paths } from '../http/paths.rules.ts'
import { watchList } from './watch-list.ts'

/** Delay before a list that could not be loaded is requested again, in milliseconds. */
const tryAgainAfter = 5_000

/**
 * Keeps the list on this page up to date: only its data is reloaded, so sort, page, focus and what
 * is being typed stay.
 */
export function useLiveList(list: string, isStale: boolean): void {
  const { revalidate, state } = useRevalidator()
  const isBusy = useNavigation().state !== 'idle' || state !== 'idle'
  const isDue = useRef(false)

  const refresh = useEffectEvent(() => {
    isDue.current = isBusy
    if (!isBusy) void revalidate()
  })
  useEffect(() => watchList(paths.liveList(list), () => refresh()), [list])

  // Changes during a navigation are loaded after it.
  useEffect(() => {
    if (!isBusy && isDue.current) refresh()
  }, [isBusy])

  useEffect(() => {
    if (!isStale || isBusy) return
    const timer = setTimeout(() => refresh(), tryAgainAfter)
    return () => clearTimeout(timer)
  }, [isStale, isBusy])
}
