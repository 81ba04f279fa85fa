/** Polling interval while no event stream can be had, in milliseconds. */
const pollEvery = 10_000

/** The server sends a heartbeat every 15 seconds; after a longer silence the stream is broken. */
const silenceLimit = 40_000

/** Exponential backoff with jitter, in milliseconds. */
const reconnectDelay = (failures: number) =>
  Math.min(30_000, 1_000 * 2 ** failures) * (0.5 + Math.random())

/**
 * Calls back when a list may have changed, over one stream of server-sent events while the page is
 * visible: a hidden page closes it, as a browser has few connections to one host. A broken stream is
 * reopened; until then the page polls. Returns how to stop.
 */
export function watchList(address: string, onChange: () => void): () => void {
  let stream: EventSource | null = null
  let failures = 0
  let timeout: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined

  const close = () => {
    stream?.close()
    stream = null
    clearTimeout(timeout)
  }
  const stopPolling = () => {
    clearInterval(polling)
    polling = undefined
  }
  const onError = () => {
    close()
    timeout = setTimeout(open, reconnectDelay(failures++))
    polling ??= setInterval(onChange, pollEvery)
  }
  const restartTimeout = () => {
    clearTimeout(timeout)
    timeout = setTimeout(onError, silenceLimit)
  }

  function open() {
    close()
    stream = new EventSource(address)
    restartTimeout()
    stream.addEventListener('ready', () => {
      restartTimeout()
      failures = 0
      stopPolling()
      // Changes between the page's load and the opened stream were not sent.
      onChange()
    })
    stream.addEventListener('heartbeat', restartTimeout)
    stream.addEventListener('change', () => {
      restartTimeout()
      onChange()
    })
    // Signed out or no longer staff: the list's own guard redirects the reload.
    stream.addEventListener('over', () => {
      stop()
      onChange()
    })
    stream.addEventListener('error', onError)
  }

  const onVisibility = () => {
    if (document.visibilityState === 'visible') return open()
    close()
    stopPolling()
  }
  const stop = () => {
    close()
    stopPolling()
    document.removeEventListener('visibilitychange', onVisibility)
  }

  document.addEventListener('visibilitychange', onVisibility)
  if (document.visibilityState === 'visible') open()
  return stop
}
