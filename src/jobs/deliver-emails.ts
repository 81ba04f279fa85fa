import { claimMails, requeueStaleMails } from '#data/emails/mails.ts'

import { pause } from './pause.ts'
import type { SendEmailServices } from './send-email.ts'
import { sendEmail } from './send-email.ts'
import { transportCircuit } from './transport-circuit.ts'

export type DeliverySettings = {
  /** All processes together, in any minute; 0 is no limit. */
  perMinute: number
  /** Emails this process sends at once. */
  atOnce?: number
  /** Between two polls of an empty outbox, in milliseconds. */
  pollMs?: number
  /** Between two probes of a transport that is unreachable, in milliseconds. */
  probeMs?: number
  /** The longest an email may take to send, in seconds; a claim twice as old is a crashed process's. */
  patienceSeconds?: number
  /** How long emails being sent may take once delivery is stopped, in milliseconds. */
  stopPatienceMs?: number
}

export type EmailDelivery = {
  /** Claims no more emails, and resolves when those being sent are settled. */
  stop(): Promise<void>
}

type Services = Omit<SendEmailServices, 'circuit'>

/** Delivers what is in the outbox until it is stopped. Any number of processes share the work. */
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
        await pause(pollMs * 4, stopping.signal)
        return 0
      })
      quietRounds = claimed === 0 ? quietRounds + 1 : 0
      if (underway.size >= atOnce) await Promise.race(underway)
      else if (claimed === 0) {
        // Just after emails have left, more may wait for their share of the next second.
        await pause(quietRounds <= 10 ? pollMs / 10 : pollMs, stopping.signal)
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
