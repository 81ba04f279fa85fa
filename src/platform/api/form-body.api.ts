import type { FastifyRequest } from 'fastify'

import { wholeNumberIn } from '../form/form-text.rules.ts'

/** Whether the request is a plain form, which gets a redirect instead of JSON. */
export const isForm = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** A hook that converts the fields of a plain form, so that they are validated as JSON is. */
export const readForm = (numbers: readonly string[]) => async (request: FastifyRequest) => {
  if (isForm(request)) request.body = formValues(request.body, numbers)
}

/** The fields of a form without empty ones; those named in `numbers` as numbers. */
function formValues(body: unknown, numbers: readonly string[]): Record<string, unknown> {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [
        name,
        (numbers.includes(name) ? wholeNumberIn(value) : null) ?? value,
      ]),
  )
}
