import { setTimeout as pause } from 'node:timers/promises'

import { claimMails, requeueStaleMails } from '#mail/mails.store.server.ts'

import type { SendEmailServices } from './send-email.ts'
import { sendEmail } from './send-email.ts'
import { transportCircuit } from './transport-circuit.ts'

export type DeliverySettings = {
  /** Limit of all processes together, in any minute; 0 is no limit. */
  perMinute: number
  /** Emails that this process sends at once. */
  atOnce?: number
  /** Interval between two polls of an empty outbox, in milliseconds. */
  pollMs?: number
  /** Interval between two probes of an unreachable transport, in milliseconds. */
  probeMs?: number
  /** Timeout of one email, in seconds. A claim twice as old was made by a process that crashed. */
  patienceSeconds?: number
  /** Timeout of the emails in progress once delivery is stopped, in milliseconds. */
  stopPatienceMs?: number
}

export type EmailDelivery = {
  /** Claims no more emails, and resolves when those being sent are settled. */
  stop(): Promise<void>
}

type Services = Omit<SendEmailServices, 'circuit'>

/** Delivers the emails of the outbox until it is stopped. Any number of processes share the work. */
export function startEmailDelivery(given: Services, settings: DeliverySettings): EmailDelivery {
  const { perMinute, atOnce = 4, pollMs = 1_000 } = settings
  const { patienceSeconds = 60, stopPatienceMs = 8_000 } = settings
  const circuit = transportCircuit(given, settings.probeMs)
  const services: SendEmailServices = { ...given, circuit }
  const underway = new Set<Promise<void>>()
  const stopping = new AbortController()
  const givingUp = new AbortController()
  let requeuedAt = Number.NEGATIVE_INFINITY

  const send = (mail: Parameters<typeof sendEmail>[1]) => {
    const patience = AbortSignal.timeout(patienceSeconds * 1_000)
    const sending = sendEmail(services, mail, AbortSignal.any([patience, givingUp.signal]))
      .catch((error: Error) =>
        services.log.error({ mail: mail.id, name: error.name }, 'email state could not be written'),
      )
      .finally(() => underway.delete(sending))
    underway.add(sending)
  }

  const round = async (): Promise<number> => {
    if (performance.now() - requeuedAt > 15_000) {
      requeuedAt = performance.now()
      const count = await requeueStaleMails(services.db, patienceSeconds * 2)
      if (count > 0) services.log.warn({ count }, 'emails of a crashed process requeued')
    }
    const mails = await claimMails(services.db, { limit: atOnce - underway.size, perMinute })
    for (const mail of mails) send(mail)
    return mails.length
  }

  const running = (async () => {
    let quietRounds = Number.POSITIVE_INFINITY
    while (!stopping.signal.aborted) {
      await circuit.waitUntilReachable(stopping.signal)
      if (stopping.signal.aborted) return
      const claimed = await round().catch(async (error: Error) => {
        services.log.error({ name: error.name }, 'outbox could not be read')
        await pause(pollMs * 4, undefined, { signal: stopping.signal }).catch(() => {})
        return 0
      })
      quietRounds = claimed === 0 ? quietRounds + 1 : 0
      if (underway.size >= atOnce) await Promise.race(underway)
      else if (claimed === 0) {
        // Just after emails were sent, more may wait for their share of the next second.
        const millis = quietRounds <= 10 ? pollMs / 10 : pollMs
        await pause(millis, undefined, { signal: stopping.signal }).catch(() => {})
      }
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
