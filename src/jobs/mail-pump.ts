import { claimMails, takeBackMails } from '#data/mails.ts'

import type { SendMailParts } from './send-mail.ts'
import { sendMail } from './send-mail.ts'

export type MailPumpSettings = {
  /** All processes together, in any minute; 0 is no pace. */
  perMinute: number
  /** Letters this process sends at once. */
  atOnce?: number
  /** Between looks into an empty outbox, in milliseconds. */
  pollMs?: number
  /** The longest a letter may take to send, in seconds; who holds one twice as long has fallen. */
  patienceSeconds?: number
  /** How long letters on their way may take once it is asked to stop, in milliseconds. */
  stopPatienceMs?: number
}

export type MailPump = {
  /** Takes no more letters, and resolves when those on their way are settled. */
  stop(): Promise<void>
}

/** Sends what is in the outbox, until it is stopped. Any number of processes share the work. */
export function startMailPump(parts: SendMailParts, settings: MailPumpSettings): MailPump {
  const { perMinute, atOnce = 4, pollMs = 1_000 } = settings
  const { patienceSeconds = 60, stopPatienceMs = 8_000 } = settings
  const underway = new Set<Promise<void>>()
  const stopping = new AbortController()
  const givingUp = new AbortController()
  let lookedForLost = Number.NEGATIVE_INFINITY

  const send = (mail: Parameters<typeof sendMail>[1]) => {
    const patience = AbortSignal.timeout(patienceSeconds * 1_000)
    const sending = sendMail(parts, mail, AbortSignal.any([patience, givingUp.signal]))
      .catch((error: Error) =>
        parts.log.error({ mail: mail.id, name: error.name }, 'letter lost hold'),
      )
      .finally(() => underway.delete(sending))
    underway.add(sending)
  }

  const round = async (): Promise<number> => {
    if (performance.now() - lookedForLost > 15_000) {
      lookedForLost = performance.now()
      const lost = await takeBackMails(parts.db, patienceSeconds * 2)
      if (lost > 0) parts.log.warn({ lost }, 'letters taken back from a process that fell')
    }
    const mails = await claimMails(parts.db, { limit: atOnce - underway.size, perMinute })
    for (const mail of mails) send(mail)
    return mails.length
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      const taken = await round().catch(async (error: Error) => {
        parts.log.error({ name: error.name }, 'the outbox could not be read')
        await pause(pollMs * 4, stopping.signal)
        return 0
      })
      if (underway.size >= atOnce) await Promise.race(underway)
      else if (taken === 0) await pause(pollMs, stopping.signal)
    }
  })()

  return {
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => givingUp.abort(), stopPatienceMs)
      await running
      await Promise.all(underway)
      clearTimeout(timer)
    },
  }
}

const pause = (milliseconds: number, until: AbortSignal): Promise<void> =>
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
