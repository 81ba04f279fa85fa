/** Resolves after so many milliseconds, or as soon as `until` aborts. */
export const pause = (milliseconds: number, until: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (until.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      until.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    until.addEventListener('abort', done)
  })
