import type { z } from 'zod'

import type { SignedIn, Viewer } from '../access/signed-in.ts'
import type { Services } from '../services/services.ts'
import type { Changing, Done, Result, Said, Sending, Steps, Typed } from './carry-out.server.ts'
import { carryOut, demandDone, keyOfSent, parsed, resultOf, saying } from './carry-out.server.ts'
import { notAllowed, Refusal } from './refusal.ts'

/** The signed-in person, staff among them. */
export type Customer = Viewer & Partial<Omit<SignedIn, keyof Viewer | 'hasBought' | 'inCart'>>

type Who = 'member' | 'anyone'
type Caller<For extends Who> = For extends 'member' ? Customer : Customer | null

/** What keeps visitors from doing it all day. */
type NotCounted =
  /** It needs what nobody guesses: the secret of a link or a cookie, or a login session. */
  | 'secret'
  /** It counts by what comes of it, such as unknown links or wrong codes alone. */
  | 'itself'

/** An attempt that the action kit counts: what was typed is read before, and nothing is done after. */
export type CountedLimit<Input = unknown> = {
  counts: string
  isWithin(asked: Pick<Working<Who>, 'services' | 'headers'>, input: Input): Promise<boolean>
  /** Said beyond it, with the status 429. */
  sentence: string
}

/** Without one, an action that is open to visitors does not compile. */
type VisitorsLimit<For extends Who, Limit> = For extends 'anyone' ? { limit: Limit } : object

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
  // A refusal would roll back what is counted in the transaction.
  VisitorsLimit<For, NotCounted> &
  Steps<Form, Row, Ran, After> & {
    /** In a transaction, which a refusal rolls back. */
    run: (acting: Changing<Row> & Asked<For>, input: z.output<Form>) => Promise<Ran | Refusal>
  }

type Working<For extends Who> = Pick<Changing<never>, 'services' | 'now' | 'formKey'> & Asked<For>

type Work<For extends Who, Form extends z.ZodType, Ran> = CustomerAccess<For> &
  VisitorsLimit<For, NotCounted | CountedLimit<z.output<Form>>> & {
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
  /** Of what visitors may do. */
  limit?: NotCounted | { counts: string }
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

/** The same where the page itself shows what came of it (`sent.shown`), unless `say` names another page. */
export function customerAnswer<For extends Who, Form extends z.ZodType, Ran extends object>(
  definition: Work<For, Form, Ran>,
): CustomerAction<Ran, For, 'preview', Typed<Form>> {
  return define(definition, 'preview', work(definition))
}

const work =
  <For extends Who, Form extends z.ZodType, Ran extends object | void>(
    definition: Work<For, Form, Ran>,
  ) =>
  async (asked: Asked<For>, services: Services, typed: object, { key }: Sending) => {
    const working = { services, now: services.clock(), formKey: keyOfSent(key, typed), ...asked }
    const input = parsed(definition.form, typed)
    const limit = limitOf(definition)
    if (limit && typeof limit === 'object' && !(await limit.isWithin(working, input))) {
      throw new Refusal(429, limit.sentence)
    }
    return saying(definition.say, demandDone(await definition.run(working, input)))
  }

const limitOf = (definition: object) =>
  'limit' in definition ? (definition.limit as NotCounted | CountedLimit) : null

function define<For extends Who, Ran, Kind extends 'change' | 'preview', Fields extends object>(
  definition: CustomerAccess<For>,
  kind: Kind,
  perform: (
    asked: Asked<For>,
    services: Services,
    typed: object,
    sending: Sending,
  ) => Promise<Done<Ran>>,
): CustomerAction<Ran, For, Kind, Fields> {
  const { for: who, limited, mails, unavailable } = definition
  const limit = limitOf(definition)
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
    ...(limit && { limit }),
    ...(limited && { limited }),
    ...(mails && { mails }),
    ...(unavailable && { unavailable }),
  })
}
