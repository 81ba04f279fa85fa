import { taxBreakdown } from './amounts.ts'
import { invalidRequest } from './errors.ts'
import { sessionLineItems } from './session-line-items.ts'
import type { World } from './world.ts'

type Fields = Record<string, unknown>

const deepest = 4

/** Fields that look like ids but cannot be expanded. */
const neverExpanded = new Set(['charge.payment_method', 'confirmation_token.payment_intent'])

/** Expands the paths of `expand[]` on a copy of the stored object. */
export function expandObject(
  world: World,
  object: object,
  expand: readonly string[] | undefined,
): object {
  if (!expand || expand.length === 0) return object
  let result = object as Fields
  for (const path of expand) {
    const steps = path.split('.')
    if (steps.length > deepest) {
      throw invalidRequest(
        `You cannot expand more than ${deepest} levels of a property. Property: ${path}`,
        {
          param: 'expand',
        },
      )
    }
    result = expandStep(world, result, steps, path)
  }
  return result
}

function expandStep(world: World, object: Fields, [step, ...rest]: string[], path: string): Fields {
  if (step === undefined) return object
  const value = object[step] ?? included(world, object, step)
  if (Array.isArray(value)) {
    const filled = value.map((item: unknown) => {
      if (typeof item === 'string') return lookUp(world, item) ?? item
      return expandStep(world, item as Fields, rest, path)
    })
    return { ...object, [step]: filled }
  }
  if (value === null) return object
  if (value === undefined) throw cannotExpand(path)
  if (typeof value === 'string') {
    const found = neverExpanded.has(`${String(object.object)}.${step}`)
      ? null
      : lookUp(world, value)
    if (!found) throw cannotExpand(path)
    return { ...object, [step]: expandStep(world, found as Fields, rest, path) }
  }
  if (typeof value !== 'object') throw cannotExpand(path)
  return { ...object, [step]: expandStep(world, value as Fields, rest, path) }
}

const cannotExpand = (path: string) =>
  invalidRequest(
    `This property cannot be expanded (${path}). You may want to try expanding its parent or check that it is spelled rightly.`,
    { param: 'expand' },
  )

/** Fields that are present only when expanded. */
function included(world: World, object: Fields, step: string): unknown {
  const id = String(object.id)
  if (object.object === 'checkout.session' && step === 'line_items')
    return sessionLineItems(world, id, {})
  if (step === 'breakdown' && 'amount_shipping' in object) return { discounts: [], taxes: [] }
  if (step === 'taxes' && object.object === 'item')
    return taxBreakdown(world, object as { id: string })
  if (step === 'taxes' && 'shipping_rate' in object) return []
  if (object.object === 'charge' && step === 'refunds') {
    const data = [...world.collections.refunds.newestFirst({ field: 'charge', value: id })]
    return { object: 'list', data, has_more: false, url: `/v1/charges/${id}/refunds` }
  }
  return object[step]
}

function lookUp(world: World, id: string): object | undefined {
  const { collections } = world
  const prefix = id.slice(0, id.indexOf('_'))
  switch (prefix) {
    case 'cus':
      return collections.customers.get(id)
    case 'prod':
      return collections.products.get(id)
    case 'price':
      return collections.prices.get(id)
    case 'shr':
      return collections.shippingRates.get(id)
    case 'txr':
      return collections.taxRates.get(id)
    case 'cs':
      return collections.sessions.get(id)
    case 'pi':
      return collections.paymentIntents.get(id)
    case 'pm':
      return collections.paymentMethods.get(id)
    case 'ch':
      return collections.charges.get(id)
    case 're':
      return collections.refunds.get(id)
    case 'du':
      return collections.disputes.get(id)
    case 'txn':
      return collections.balanceTransactions.get(id)
    case 'po':
      return collections.payouts.get(id)
    default:
      return undefined
  }
}
