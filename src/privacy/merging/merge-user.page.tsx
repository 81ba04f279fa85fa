import { randomUUID } from 'node:crypto'

import { data, Form, Link } from 'react-router'

import { userByAnyAddress } from '#accounts/consent/second-addresses.store.server.ts'
import type { StaffUser, StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import { staffUserById } from '#accounts/users/staff-users.store.server.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { levelName } from '#platform/club/club.rules.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { fieldValue } from '#platform/form/field-value.rules.ts'
import { recordCopy } from '#platform/form/fields.copy.ts'
import { GoneRecord } from '#platform/form/gone-record.tsx'
import { RecordFacts } from '#platform/form/record-facts.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { requireFreshCode } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { card, cluster, letters, pairs, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/merge-user.page'
import { dismissDuplicate } from './duplicates.actions.server.ts'
import { mergePeople } from './merge-people.actions.server.ts'
import type { MergePart } from './merge.rules.ts'
import {
  fieldsOfPart,
  isPartSame,
  mergePartNames,
  proposedChoice,
  whatDiffers,
  whyNotMerge,
} from './merge.rules.ts'
import { mergeCopy as copy } from './merges.copy.ts'
import { countBelongings } from './merges.store.server.ts'
import { undoMerge } from './undo-merge.actions.server.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

export const middleware: Route.MiddlewareFunction[] = [requireFreshCode]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

/** What the page shows of each of the two. */
const sideOf = async (db: Database, { id, version, fields, facts }: StaffUser) => ({
  id,
  version,
  name: `${fields.firstname} ${fields.lastname}`.trim(),
  email: fields.email,
  isConfirmed: facts.emailVerified,
  has: await countBelongings(db, id),
})

type MergeSide = Awaited<ReturnType<typeof sideOf>>
type Pair = Awaited<ReturnType<typeof pairOf>>

/** Two accounts side by side; `with` is the id or an email of the second. Of their fields those that differ. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const other = url.searchParams.get('with') ?? ''
  const into = await staffUserById(db, params.id)
  if (!into) {
    return data({ into: null, pair: null, other, problem: null, key: '' }, { status: 404 })
  }
  const typed = normalisedEmail(other)
  const otherId = isUuid(typed) ? typed : (await userByAnyAddress(db, typed))?.id
  const isSelf = otherId === into.id
  const from = otherId && !isSelf ? await staffUserById(db, otherId) : null
  const problem = from || !other ? null : isSelf ? copy.self : copy.unknown
  const status = problem ? (isSelf ? 400 : 404) : 200
  const named = { id: into.id, email: into.fields.email }
  const pair = from && (await pairOf(db, into, from))
  return data({ into: named, pair, other, problem, key: randomUUID() }, { status })
}

export const action = pageAction({
  merge: mergePeople,
  distinct: dismissDuplicate,
  undo: undoMerge,
})

/** Two accounts side by side, what stays of each, and the merge; first the question which other. */
export default function MergeUser({ loaderData }: Route.ComponentProps) {
  const { into, pair, other, problem, key } = loaderData
  if (!into) return <GoneRecord backTo={paths.usersList()} />
  return (
    <AdminPage title={copy.title} actions={<Link to={paths.person(into.id)}>{into.email}</Link>}>
      {pair ? (
        <MergeForm pair={pair} formKey={key} />
      ) : (
        <Form method="get" className={stack(4, { width: 46, text: 'sans' })}>
          <p>{copy.askText}</p>
          <TextField
            name="with"
            type="email"
            label={copy.ask}
            defaultValue={other}
            error={problem ?? undefined}
          />
          <div className={cluster(2)}>
            <Button>{copy.find}</Button>
          </div>
        </Form>
      )}
    </AdminPage>
  )
}

type FormProps = { pair: Pair; formKey: string }

/** Which of two accounts stays, what stays of each, and what moves. */
function MergeForm({ pair: { into, from, whyNot, differ, parts }, formKey }: FormProps) {
  return (
    <Form method="post" replace className={stack(4, { width: 46, text: 'sans' })}>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="from" value={from.id} />
      <input type="hidden" name="intoVersion" value={into.version} />
      <input type="hidden" name="fromVersion" value={from.version} />
      {whyNot && <Notice tone="info">{copy[whyNot]}</Notice>}
      <div className={pairs(3, 3)}>
        <Side title={copy.stays} side={into} />
        <Side title={copy.goes} side={from} />
      </div>
      <p>
        <Link to={paths.mergeUser(from.id, into.id)}>{copy.swap}</Link>
      </p>
      {parts.map(({ part, choice, texts }) => (
        <RadioGroup
          key={part}
          legend={copy.parts[part]}
          name={part}
          defaultValue={choice}
          options={[
            { value: 'into', label: texts.into, detail: into.email },
            { value: 'from', label: texts.from, detail: from.email },
          ]}
        />
      ))}
      {into.has.allocations > 0 && from.has.allocations > 0 && (
        <Checkbox name="sum" label={copy.sum} />
      )}
      <div className={stack(2)}>
        <p>{copy.moves(from.email, into.email)}</p>
        <p>{copy.sure}</p>
        <p>{copy.undo}</p>
      </div>
      {differ && <Notice tone="bad">{copy.differ[differ]}</Notice>}
      <div className={cluster(2)}>
        {!whyNot && (
          <Button name="intent" value="merge">
            {copy.merge}
          </Button>
        )}
        <Button kind="secondary" name="intent" value="distinct">
          {copy.distinct}
        </Button>
      </div>
    </Form>
  )
}

/** Two accounts, why they are not merged, what speaks against it, and the parts of which one is chosen. */
const pairOf = async (db: Database, into: StaffUser, from: StaffUser) => ({
  into: await sideOf(db, into),
  from: await sideOf(db, from),
  whyNot: whyNotMerge(into.facts, from.facts),
  differ: whatDiffers(into.fields, from.fields),
  parts: mergePartNames
    .filter((part) => !isPartSame(part, into.fields, from.fields))
    .map((part) => ({
      part,
      choice: proposedChoice(part, into.fields, from.fields),
      texts: { into: textOfPart(part, into.fields), from: textOfPart(part, from.fields) },
    })),
})

function Side({ title, side }: { title: string; side: MergeSide }) {
  const { id, name, email, isConfirmed, has } = side
  return (
    <section className={classes(stack(1, { text: 'anywhere' }), card)}>
      <h2 className={letters.strong}>{title}</h2>
      <p>
        <Link to={paths.person(id)}>{name || email}</Link>
      </p>
      <p>{email}</p>
      <RecordFacts
        facts={[
          [copy.confirmed, isConfirmed ? recordCopy.yes : recordCopy.no],
          [copy.orders, String(has.orders)],
          [copy.requests, String(has.requests)],
          [copy.allocations, String(has.allocations)],
        ]}
      />
    </section>
  )
}

/** A part of a profile on one line. */
function textOfPart(part: MergePart, fields: StaffUserFields): string {
  if (part === 'club') {
    const level = fields.membershipLevel ? levelName(Number(fields.membershipLevel)) : ''
    return [fields.membership ? copy.member : copy.noMember, level].filter(Boolean).join(', ')
  }
  const written = fieldsOfPart(part).filter(
    (field) => typeof fields[field] === 'string' && fields[field] !== '',
  )
  const texts = written.map((field) => fieldValue(field, fields[field]))
  return texts.join(part === 'name' ? ' ' : ', ') || copy.nothing
}
