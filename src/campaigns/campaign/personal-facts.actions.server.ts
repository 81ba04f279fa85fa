import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { landedTotal } from '#requests/grants/give-grants.actions.server.ts'

import type { BatchPerson } from './campaign-emails.store.server.ts'
import type { AllocatedWine, Personal } from './content.rules.ts'

/** The values of the placeholders for one person; empty where unknown. */
export function factsOf(
  services: Pick<Services, 'settings' | 'clock'>,
  { firstName, state, left, keptUntil, wines }: BatchPerson,
  priceCents: number | null,
): Personal & { wines: readonly AllocatedWine[] } {
  const { settings } = services
  // Null also for none, and for more than one order holds.
  const landed =
    priceCents === null
      ? null
      : landedTotal(
          { priceCents, units: left, state },
          { taxPercent: settings.taxPercent, day: shopToday(services) },
        )
  return {
    'first name': firstName.trim(),
    allocation: left > 0 ? plural(left, 'case') : '',
    'kept until':
      left > 0 && keptUntil ? shopDates(settings.timeZone).longMoment(new Date(keptUntil)) : '',
    wines: wines ?? [],
    'landed total': landed === null ? '' : formatAmount(landed),
  }
}
