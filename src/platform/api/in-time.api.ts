/** How long a caller waits for the payment provider, in milliseconds. */
export const patience = 10_000

/**
 * Waits for work with a timeout, after which it returns `late`. The work itself goes on, and whatever
 * it records is recorded.
 */
export async function inTime<Result, Late>(
  work: Promise<Result>,
  late: Late,
  ms: number = patience,
): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<Late>((done) => {
    timer = setTimeout(() => done(late), ms)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
