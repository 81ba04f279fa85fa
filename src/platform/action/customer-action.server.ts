import type { z } from 'zod'

import type { SignedIn, Viewer } from '../access/signed-in.ts'
import type { Services } from '../services/services.ts'

import type { Changing, Done, Result, Said, Sending, Steps, Typed } from './carry-out.server.ts'
import { carryOut, demandDone, keyOfSent, parsed, resultOf, saying } from './carry-out.server.ts'
import type { Refusal } from './refusal.ts'
import { notAllowed } from './refusal.ts'

/** The signed-in person, staff among them. */
export type Customer = Viewer & Partial<Omit<SignedIn, keyof Viewer | 'hasBought' | 'inCart'>>

type Who = 'member' | 'anyone'
type Caller<For extends Who> = For extends 'member' ? Customer : Customer | null

type CustomerAccess<For extends Who = Who> = {
  /** `member`: who is signed in. `anyone`: visitors too. */
  for: For
  /** A login session that the link of a purchase opened may do it too. */
  limited?: true
  /** It causes an email: a headless browser is refused where that is configured. */
  mails?: true
  /** What is said while a service behind it is unavailable; without it that is an error page. */
  unavailable?: (error: unknown) => Refusal
}

type Asked<For extends Who> = {
  viewer: Caller<For>
  /** Of the request. */
  headers: Headers
}

/** The properties are read in this order, by people and for their types. */
type Change<For extends Who, Form extends z.ZodType, Row, Ran, After> = CustomerAccess<For> &
  Steps<Form, Row, Ran, After> & {
    /** In a transaction, which a refusal rolls back. */
    run: (acting: Changing<Row> & Asked<For>, input: z.output<Form>) => Promise<Ran | Refusal>
  }

type Working<For extends Who> = Pick<Changing<never>, 'services' | 'now' | 'formKey'> & Asked<For>

type Work<For extends Who, Form extends z.ZodType, Ran> = CustomerAccess<For> & {
  form: Form
  run: (working: Working<For>, input: z.output<Form>) => Promise<Ran | Refusal>
  say?: (done: Ran) => string | Said
}

/**
 * An action as its page and tests call it: with what was typed, which it checks. Without `Fields` one that
 * any form may have.
 */
export type CustomerAction<
  Ran,
  For extends Who = Who,
  Kind extends 'change' | 'preview' = 'change' | 'preview',
  Fields extends object = never,
> = CustomerAccess<For> & {
  (services: Services, viewer: Caller<For>, typed: Fields, sending?: Sending): Promise<Result<Ran>>
  kind: Kind
}

/**
 * Defines what customers or visitors can do, once. Refuses who may not, checks what was typed, and
 * writes everything in one transaction, or nothing.
 */
export function customerAction<
  For extends Who,
  Form extends z.ZodType,
  Row extends { version: number },
  Ran extends object | void,
  After,
>(
  definition: Change<For, Form, Row, Ran, After>,
): CustomerAction<Ran & After, For, 'change', Typed<Form>> {
  const { run } = definition
  return define(definition, 'change', (asked, services, typed, { key }) =>
    carryOut(
      definition,
      (changing, input) => run({ ...changing, ...asked }, input),
      services,
      typed,
      key,
    ),
  )
}

/**
 * The same for what calls outside, takes transactions of its own or none. A refusal undoes only the
 * transaction that it is thrown in.
 */
export function customerWork<For extends Who, Form extends z.ZodType, Ran extends object | void>(
  definition: Work<For, Form, Ran>,
): CustomerAction<Ran, For, 'change', Typed<Form>> {
  return define(definition, 'change', work(definition))
}

/** The same where the page itself shows what came of it, in place of a redirect (`sent.shown`). */
export function customerAnswer<For extends Who, Form extends z.ZodType, Ran extends object>(
  definition: Omit<Work<For, Form, Ran>, 'say'>,
): CustomerAction<Ran, For, 'preview', Typed<Form>> {
  return define(definition, 'preview', work(definition))
}

const work =
  <For extends Who, Form extends z.ZodType, Ran extends object | void>({
    form,
    run,
    say,
  }: Work<For, Form, Ran>) =>
  async (asked: Asked<For>, services: Services, typed: object, { key }: Sending) => {
    const working = { services, now: services.clock(), formKey: keyOfSent(key, typed), ...asked }
    return saying(say, demandDone(await run(working, parsed(form, typed))))
  }

function define<For extends Who, Ran, Kind extends 'change' | 'preview', Fields extends object>(
  { for: who, limited, mails, unavailable }: CustomerAccess<For>,
  kind: Kind,
  perform: (
    asked: Asked<For>,
    services: Services,
    typed: object,
    sending: Sending,
  ) => Promise<Done<Ran>>,
): CustomerAction<Ran, For, Kind, Fields> {
  const action = (services: Services, viewer: Caller<For>, typed: Fields, sending: Sending = {}) =>
    resultOf(() => {
      const isRefused = viewer === null ? who === 'member' : viewer.isLimited && !limited
      if (isRefused) throw notAllowed()
      const headers = sending.headers ?? new Headers()
      return perform({ viewer, headers }, services, typed, sending)
    })
  return Object.assign(action, {
    kind,
    for: who,
    ...(limited && { limited }),
    ...(mails && { mails }),
    ...(unavailable && { unavailable }),
  })
}
