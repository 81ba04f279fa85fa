import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

import { paths } from '#web/paths.ts'

import { watchList } from './watch-list.ts'

/** Until a list that could not be had is asked for again, in milliseconds. */
const tryAgainAfter = 5_000

/**
 * Keeps the list on this page as it is in the database, whoever changes it: rows alone are asked
 * for again, so that sort, page, focus and what is being typed stay.
 */
export function useLiveList(list: 'joined' | 'users', isStale: boolean): void {
  const { revalidate, state } = useRevalidator()
  const isBusy = useNavigation().state !== 'idle' || state !== 'idle'
  const isDue = useRef(false)

  const refresh = useEffectEvent(() => {
    isDue.current = isBusy
    if (!isBusy) void revalidate()
  })
  useEffect(() => watchList(paths.liveList(list), () => refresh()), [list])

  // What changed while the page was being changed anyway is asked for afterwards.
  useEffect(() => {
    if (!isBusy && isDue.current) refresh()
  }, [isBusy])

  useEffect(() => {
    if (!isStale || isBusy) return
    const timer = setTimeout(() => refresh(), tryAgainAfter)
    return () => clearTimeout(timer)
  }, [isStale, isBusy])
}
