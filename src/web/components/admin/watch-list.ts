/** How often the list is asked for while no line can be had, in milliseconds. */
export const lookEvery = 10_000

/** The server says every 15 seconds that the line is alive; longer silence is a line that is not. */
const silence = 40_000

/** Until the next try to get a line: longer each time, and not all browsers at once. */
const nextTry = (failures: number) =>
  Math.min(30_000, 1_000 * 2 ** failures) * (0.5 + Math.random())

/**
 * Calls back when a list may have changed, over one line of server-sent events while the page is in
 * view: hidden pages hold none, as a browser has few lines to one house. A line that breaks is
 * opened again; until it is, the page looks now and then. Answers how to stop.
 */
export function watchList(address: string, onChange: () => void): () => void {
  let line: EventSource | null = null
  let failures = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  let looking: ReturnType<typeof setInterval> | undefined

  const close = () => {
    line?.close()
    line = null
    clearTimeout(waiting)
  }
  const stopLooking = () => {
    clearInterval(looking)
    looking = undefined
  }
  const fail = () => {
    close()
    waiting = setTimeout(open, nextTry(failures++))
    looking ??= setInterval(onChange, lookEvery)
  }
  const hear = () => {
    clearTimeout(waiting)
    waiting = setTimeout(fail, silence)
  }

  function open() {
    close()
    line = new EventSource(address)
    hear()
    line.addEventListener('hello', () => {
      hear()
      failures = 0
      stopLooking()
      // What changed between the page and its line was told to nobody.
      onChange()
    })
    line.addEventListener('beat', hear)
    line.addEventListener('change', () => {
      hear()
      onChange()
    })
    // Signed out, or staff no more: the list's own guard says what comes next.
    line.addEventListener('over', () => {
      stop()
      onChange()
    })
    line.addEventListener('error', fail)
  }

  const onView = () => {
    if (document.visibilityState === 'visible') return open()
    close()
    stopLooking()
  }
  const stop = () => {
    close()
    stopLooking()
    document.removeEventListener('visibilitychange', onView)
  }

  document.addEventListener('visibilitychange', onView)
  if (document.visibilityState === 'visible') open()
  return stop
}
