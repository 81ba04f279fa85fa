import type { IdentityCode } from '#domain/identity-codes.ts'
import { answerTimeout } from '#domain/session-life.ts'

const isMobile = () => /Mobi|Android|iPhone|iPad/.test(navigator.userAgent)

/** The browser's words for a server that can't be reached. */
const isNetworkFailure = (error: unknown) => error instanceof TypeError

/**
 * Asks the server, and stops waiting after 30 seconds, 60 on a mobile (specification, section 9).
 * No network and no answer in time are the same code.
 */
export async function answerInTime<Answer>(
  ask: () => Promise<Answer>,
): Promise<Answer | { code: Extract<IdentityCode, 'network-request-failed'> }> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), answerTimeout[isMobile() ? 'mobile' : 'desktop'])
  })
  try {
    const answer = await Promise.race([ask(), tooLate])
    return answer === 'late' ? { code: 'network-request-failed' } : answer
  } catch (error) {
    if (isNetworkFailure(error)) return { code: 'network-request-failed' }
    throw error
  } finally {
    clearTimeout(timer)
  }
}
