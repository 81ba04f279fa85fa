import { isOutsideServed } from '#catalogue/destinations/ship-to.rules.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { eachApart } from '#platform/jobs/each-apart.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'

import type { InLine } from '../line.store.server.ts'
import { lineFor } from '../line.store.server.ts'
import {
  passedOn,
  passOn,
  queuesToPassOn,
  takeToPassOn,
} from '../queues/request-queues.store.server.ts'
import { automaticGrants, grantHours, reminderHours } from '../request.rules.ts'
import { lockRequests } from '../requests.store.server.ts'
import {
  giveGrants,
  landedTotal,
  TooFewFree,
  whyNotGrantable,
} from './give-grants.actions.server.ts'
import {
  automaticGrantsSince,
  endGrants,
  freeCases,
  requestedWithoutPrice,
  takeExpiringGrants,
} from './grants.store.server.ts'

/**
 * The job of each minute: closes grants that are bought or over, reminds of those that end within a
 * day, and where a queue goes on by itself, grants what is free to the next in line. Wines that are
 * asked for get their price at the provider, so that they can be granted and bought.
 */
export async function processGrants(services: Services): Promise<void> {
  const { db, settings } = services
  for (const productId of await requestedWithoutPrice(db, Object.keys(settings.priceIds))) {
    await queueJob(db, 'create-price', { productId }, `price:${productId}`)
  }
  await db.transaction(async (tx) => {
    for (const [productId, cases] of await endGrants(tx)) await passOn(tx, productId, cases)
  })
  await remindOfGrants(services)
  await eachApart(await queuesToPassOn(db), (queue) => passOnToNext(services, queue))
}

async function remindOfGrants({ db, settings, clock }: Services): Promise<void> {
  await db.transaction(async (tx) => {
    const expiring = await takeExpiringGrants(tx, reminderHours)
    await queueMails(
      tx,
      expiring.map(({ productId, firstName, email, wine, units, priceCents, state, until }) => ({
        kind: 'grant-expiring' as const,
        recipient: email,
        props: {
          firstName,
          wine,
          units,
          untilAt: until.toISOString(),
          unitCents: priceCents,
          landedCents: landedTotal(
            { priceCents, units, state },
            { taxPercent: settings.taxPercent, day: shopToday({ settings, clock }) },
          ),
          link: `${settings.publicUrl}${paths.wineOnSale(productId)}`,
        },
      })),
    )
  })
}

/**
 * Gives the cases that a queue has to pass on to the next in line: by day only (08:00 to 20:00 in the
 * shop's time zone), at most 20 grants in 24 hours. What nobody is left to get stays free.
 */
async function passOnToNext(services: Services, queue: QueueToPassOn): Promise<void> {
  const { db, clock, settings } = services
  const [now, today] = [clock(), shopToday(services)]
  const hour = Number(hourOf(now, settings.timeZone).slice(11, 13))
  if (hour < automaticGrants.from || hour >= automaticGrants.until) return
  const { productId } = queue
  if (await whyNotGrantable(services, productId)) return
  const since = new Date(now.getTime() - 24 * 3_600_000)
  let grantsLeft = automaticGrants.perDay - (await automaticGrantsSince(db, since))
  let { toPassOn } = queue
  let free = (await freeCases(db, productId)) ?? 0
  // A person may wait twice: for the wine, and for more of it.
  const served = new Set<string>()
  for (const person of await lineFor(db, productId, queue.order)) {
    if (grantsLeft <= 0 || toPassOn <= 0 || free <= 0) return
    if (person.hasGrant || served.has(person.userId)) continue
    if (isOutsideServed(person.state, today)) continue
    const units = Math.min(person.units, queue.mostPerPerson, toPassOn, free)
    const granted = await grantNext(services, productId, { person, units })
    // Others bought it meanwhile: the next minute tries again with what is free by then.
    if (granted === 'too-few') return
    if (granted === 'answered') continue
    served.add(person.userId)
    grantsLeft--
    toPassOn -= units
    free -= units
  }
  await passedOn(db, productId, toPassOn)
}

type QueueToPassOn = Awaited<ReturnType<typeof queuesToPassOn>>[number]

/**
 * `answered`: by a staff user meanwhile. `too-few`: the cases are no longer free, no longer asked for, or granted by
 * another run.
 */
async function grantNext(
  services: Services,
  productId: string,
  { person, units }: { person: InLine; units: number },
): Promise<'granted' | 'answered' | 'too-few'> {
  try {
    return await services.db.transaction(async (tx) => {
      const [request] = await lockRequests(tx, [person.requestId])
      if (request?.state !== 'open') return 'answered'
      if (request.units < units) return 'too-few'
      const given = [{ request, units, person }]
      await giveGrants(services, tx, { productId, given, text: '', hours: grantHours.usual }, null)
      if (!(await takeToPassOn(tx, productId, units))) throw new TooFewFree()
      return 'granted'
    })
  } catch (error) {
    if (error instanceof TooFewFree) return 'too-few'
    throw error
  }
}
