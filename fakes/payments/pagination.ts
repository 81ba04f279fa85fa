import type Stripe from 'stripe'

import type { Collection } from './collection.ts'
import { invalidRequest, noSuchReference } from './errors.ts'

export type PageParams = { limit?: number; starting_after?: string; ending_before?: string }

type CreatedRange = number | { gt?: number; gte?: number; lt?: number; lte?: number }

export function withinCreated(created: number, range: CreatedRange | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return created === range
  return (
    (range.gt === undefined || created > range.gt) &&
    (range.gte === undefined || created >= range.gte) &&
    (range.lt === undefined || created < range.lt) &&
    (range.lte === undefined || created <= range.lte)
  )
}

type ListOf<T> = { url: string; params: PageParams; matches?: (object: T) => boolean }

/** A page of a collection as Stripe lists it: newest first, with cursors. */
export function listPage<T extends { id: string }>(
  collection: Collection<T>,
  { url, params, matches = () => true }: ListOf<T>,
  where?: { field: keyof T; value: unknown },
): Stripe.ApiList<T> {
  const limit = pageLimit(params)
  const cursor = params.starting_after ?? params.ending_before
  const param = params.starting_after === undefined ? 'ending_before' : 'starting_after'
  const cursorSeq = cursor === undefined ? undefined : collection.seqOf(cursor)
  if (cursor !== undefined && cursorSeq === undefined)
    throw noSuchReference(collection.name, cursor, param)
  if (params.ending_before !== undefined) {
    const newer: T[] = []
    for (const object of collection.newestFirst(where)) {
      if (object.id === params.ending_before || collection.seqOf(object.id)! <= cursorSeq!) break
      if (matches(object)) newer.push(object)
    }
    return { object: 'list', data: newer.slice(-limit), has_more: newer.length > limit, url }
  }
  const data: T[] = []
  for (const object of collection.newestFirst(where, cursorSeq ?? Infinity)) {
    if (!matches(object)) continue
    if (data.length === limit) return { object: 'list', data, has_more: true, url }
    data.push(object)
  }
  return { object: 'list', data, has_more: false, url }
}

/** A page of a short array in its own order. */
export function arrayPage<T extends { id: string }>(
  all: T[],
  url: string,
  params: PageParams,
): Stripe.ApiList<T> {
  const limit = pageLimit(params)
  const after = params.starting_after
    ? all.findIndex((item) => item.id === params.starting_after) + 1
    : 0
  const before = params.ending_before
    ? all.findIndex((item) => item.id === params.ending_before)
    : all.length
  const rest = all.slice(after, before)
  const data = params.ending_before ? rest.slice(-limit) : rest.slice(0, limit)
  return { object: 'list', data, has_more: rest.length > data.length, url }
}

function pageLimit({ limit = 10, starting_after, ending_before }: PageParams): number {
  if (limit < 1) {
    throw invalidRequest('Invalid integer: must be greater than or equal to 1', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  }
  if (limit > 100) {
    throw invalidRequest('Invalid integer: must be less than or equal to 100', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  }
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: ending_before, starting_after.',
    )
  }
  return limit
}
