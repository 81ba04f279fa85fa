import type { FastifyRequest } from 'fastify'

/** True for a plain form's post, which gets a redirect instead of JSON. */
export const isForm = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** Reads a plain form before its fields are checked as JSON's are. */
export const readForm = (numbers: readonly string[]) => async (request: FastifyRequest) => {
  if (isForm(request)) request.body = formValues(request.body, numbers)
}

/** A form's texts as what they stand for: empty ones count as absent, numbers as such. */
function formValues(body: unknown, numbers: readonly string[]): Record<string, unknown> {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [
        name,
        numbers.includes(name) && /^\d{1,9}$/.test(String(value)) ? Number(value) : value,
      ]),
  )
}
