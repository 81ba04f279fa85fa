import { data } from 'react-router'

import type { IdentityCode } from '#domain/identity-codes.ts'
import { answerTimeout } from '#domain/session-life.ts'

const isMobile = () => /Mobi|Android|iPhone|iPad/.test(navigator.userAgent)

/** The browser's words for a server that can't be reached. */
const isNetworkFailure = (error: unknown) => error instanceof TypeError

/** With a status of failure, so that no page is asked for again. */
const unreached = data<{ code: IdentityCode }>({ code: 'network-request-failed' }, 503)

/**
 * Asks the server, and stops waiting after 30 seconds, 60 on a mobile (specification, section 9).
 * No network and no answer in time are the same code.
 */
export async function answerInTime<Answer>(
  ask: () => Promise<Answer>,
): Promise<Answer | typeof unreached> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), answerTimeout[isMobile() ? 'mobile' : 'desktop'])
  })
  try {
    const answer = await Promise.race([ask(), tooLate])
    return answer === 'late' ? unreached : answer
  } catch (error) {
    if (isNetworkFailure(error)) return unreached
    throw error
  } finally {
    clearTimeout(timer)
  }
}
