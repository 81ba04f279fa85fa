import type { NewFlash } from '../http/flash.rules.ts'

type More = {
  /** The page offers to enter the code of the second factor. */
  isCodeDue?: boolean
  /** Seconds after which it makes sense to try again. */
  retryAfter?: number
  /** It is said on this page instead of the form's, by a redirect; `bad` without a tone. */
  elsewhere?: { to: string; tone?: NewFlash['tone']; at?: NewFlash['at'] }
  /** What the page shows with it, such as which of many are at fault; also for 403, 404 and 451. */
  shown?: object
  /** What is written to the log: the code of the refusal, and of which form; without it the intent's. */
  logged?: { code: string; at?: string }
}

/** What an action expects to go wrong: HTTP status, the sentence for the person, and the field at fault. */
export class Refusal extends Error {
  readonly status: 400 | 403 | 404 | 409 | 410 | 413 | 422 | 429 | 451 | 503
  /** The sentence of each field at fault. */
  readonly errors: Readonly<Record<string, string>>
  readonly more: More

  constructor(
    status: Refusal['status'],
    sentence: string,
    errors: Refusal['errors'] = {},
    more: More = {},
  ) {
    super(sentence)
    this.status = status
    this.errors = errors
    this.more = more
  }
}

/** Refuses what was typed into a field (400), or what the state of the record no longer allows (409). */
export const refuse = (
  sentence: string,
  { field, ...more }: { field?: string } & Pick<More, 'elsewhere' | 'shown'> = {},
): Refusal =>
  field ? new Refusal(400, sentence, { [field]: sentence }) : new Refusal(409, sentence, {}, more)

/** The person may not do this (403). */
export const notAllowed = () => new Refusal(403, 'You may not do this.')

/** The record is not there (404). */
export const notThere = () => new Refusal(404, 'It is no longer there.')

/** Another person saved the record after the form was opened (409). */
export const savedElsewhere = () =>
  refuse('This was saved elsewhere in the meantime. What was saved is shown now.')

/** The code of the second factor has to be entered again first (409); the form keeps what was typed. */
export const codeDue = () =>
  new Refusal(
    409,
    'Please enter the code of your second factor first. What you typed stays here; then send it again.',
    {},
    { isCodeDue: true },
  )
