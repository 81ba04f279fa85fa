import { setTimeout as pause } from 'node:timers/promises'

import type { EmailTransport } from '#mail/transports/transport.ts'
import type { Log } from '#platform/services/services.ts'

/** A circuit breaker around the email transport: open means that deliveries are paused. */
export type TransportCircuit = {
  isOpen(): boolean
  /**
   * After a failed connection: probes the transport. True, and open, when the probe fails too, so
   * that the failure is the transport's and not this email's. `why` is logged.
   */
  isOutage(why?: string): Promise<boolean>
  /** Probes once every interval, and returns when the transport responds or `signal` aborts. */
  waitUntilReachable(signal: AbortSignal): Promise<void>
}

/**
 * While it is open no email is claimed, so an outage costs no attempts and causes no backoff. Emails
 * that wait are sent at most one interval and one probe after the transport is back (10 s and 5 s).
 */
export function transportCircuit(
  { transport, log }: { transport: EmailTransport; log: Log },
  probeEveryMs = 10_000,
): TransportCircuit {
  let open = false
  let probing: Promise<boolean> | null = null
  const probe = () =>
    (probing ??= transport.isReachable().finally(() => {
      probing = null
    }))

  return {
    isOpen: () => open,
    async isOutage(why) {
      if (!open && (await probe())) return false
      if (!open) log.warn({ why }, 'mail transport unreachable, deliveries paused')
      open = true
      return true
    },
    async waitUntilReachable(signal) {
      while (open && !signal.aborted) {
        await pause(probeEveryMs, undefined, { signal }).catch(() => {})
        if (signal.aborted || !(await probe())) continue
        open = false
        log.info({}, 'mail transport reachable again, deliveries resumed')
      }
    },
  }
}
