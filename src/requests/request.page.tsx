import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { levelName } from '#platform/club/club.rules.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { Fact } from '#platform/layout/fact.tsx'
import { ShopDay, ShopMoment, useDates } from '#platform/text/dates.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { classes } from '#ui/classes.ts'
import { aside, factList, letters, stack, whole } from '#ui/layout.ts'

import type { Route } from './+types/request.page'
import { adminRequestsCopy, requestCopy, requestStateName } from './admin-requests.copy.ts'
import type { RequestForStaff } from './answer-requests.actions.server.ts'
import {
  answerRequest,
  confirmSubscription,
  declineRequest,
  grantClub,
  viewRequest,
} from './answer-requests.actions.server.ts'
import { grantRequest } from './grants/give-grants.actions.server.ts'
import { AnswerForm, ClubForm, DeclineForm, GrantForm, SubscriptionForm } from './request-forms.tsx'
import type { GrantedBy } from './request.rules.ts'
import { isForWine, kindFacts, readRequestNumber, requestNumber } from './request.rules.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'answer-requests',
  async load({ services, params }) {
    const view = await viewRequest(services, readRequestNumber(params['number']!) ?? 0)
    if (!view) throw httpError(404)
    return view
  },
  actions: {
    grant: grantRequest,
    decline: declineRequest,
    answer: answerRequest,
    'grant-club': grantClub,
    'confirm-subscription': confirmSubscription,
  },
})
export const loader = page.loader
export const action = page.action

const titleOf = (number: string) => `Request ${number}`

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, titleOf((args.params['number'] ?? '').slice(0, 12)))

export default function RequestPage({ loaderData: view, actionData }: Route.ComponentProps) {
  const { request, person, facts, position, answers, saved, log, grantable } = view
  const { says, grantedBy } = kindFacts[request.kind]
  const isOpen = request.state === 'open'
  const isUnanswered = isOpen || request.state === 'waiting'
  const sentAs = (intent: string) => (actionData?.intent === intent ? actionData : null)
  const grantForms: Record<GrantedBy, ReactNode> = {
    grant: isOpen && request.productId && (
      <GrantForm {...{ request, grantable }} sent={sentAs('grant')} />
    ),
    'grant-club': <ClubForm sent={sentAs('grant-club')} />,
    answer: isOpen && <AnswerForm sent={sentAs('answer')} />,
    'confirm-subscription': isOpen && <SubscriptionForm person={person} />,
  }
  return (
    <AdminPage
      title={titleOf(requestNumber(request.number))}
      actions={<Link to={paths.staffRequests({ state: 'open' })}>{requestCopy.all}</Link>}
    >
      <div>
        <RequestWish request={request} position={position} />
        <RequestPerson person={person} facts={facts} />
        {answers.length > 0 && <RequestAnswers answers={answers} />}
        {/* Where a task leads. */}
        <div id="request-answer" />
        {isUnanswered && grantForms[grantedBy]}
        {isUnanswered && says !== 'choice' && (
          <DeclineForm {...{ request, saved }} sent={sentAs('decline')} />
        )}
        <RecordLog kind="request" id={request.id} entries={log} />
      </div>
    </AdminPage>
  )
}

const casesOf = (count: number) => plural(count, 'case')

const wishes: Record<string, string> = {
  active: 'Wants to subscribe again',
  inactive: 'Wants to unsubscribe',
}

const verdicts = {
  granted: 'Granted',
  declined: 'Declined',
  waiting: 'Kept for later',
  closed: 'Closed with its queue',
  reopened: 'Opened again',
} as const

/** What is asked for, since when, and where it stands in line. */
function RequestWish({ request, position }: Pick<RequestForStaff, 'request' | 'position'>) {
  const { kind, wine, units, text, state, askedAgainAt } = request
  const dates = useDates()
  const wish = kindFacts[kind].says === 'choice' ? wishes[text] : text
  return (
    <Block id="request-wish" title="The request">
      <dl className={factList()}>
        <Fact term={adminRequestsCopy.kind}>{adminRequestsCopy.kinds[kind]}</Fact>
        {wine && <Fact term={adminRequestsCopy.wine}>{wine}</Fact>}
        {isForWine(kind) && <Fact term="Asks for">{casesOf(units)}</Fact>}
        <Fact term={adminRequestsCopy.state}>{requestStateName(kind, state)}</Fact>
        <Fact term={adminRequestsCopy.asked}>
          <ShopMoment at={request.createdAt} />
          {askedAgainAt && (
            <span className={letters.below}>
              {adminRequestsCopy.askedAgain(dates.day(askedAgainAt))}
            </span>
          )}
        </Fact>
        {position && <Fact term="In line">{`${position.place} of ${position.of}`}</Fact>}
        {wish && (
          <Fact term={adminRequestsCopy.text} className={whole}>
            {wish}
          </Fact>
        )}
      </dl>
    </Block>
  )
}

/** The customer, and the facts that help to decide. */
function RequestPerson({ person, facts }: Pick<RequestForStaff, 'person' | 'facts'>) {
  return (
    <Block id="request-person" title="Who asks">
      <dl className={factList()}>
        <Fact term="Name" className={whole}>
          <Link to={paths.user(person.id)}>{person.name || person.email}</Link>
          <br />
          <a href={`mailto:${person.email}`}>{person.email}</a>
        </Fact>
        <Fact term="Club level">
          {levelName(person.membershipLevel) ?? 'Not a member of the club'}
        </Fact>
        <Fact term={adminRequestsCopy.boughtHeading}>{casesOf(facts.bought)}</Fact>
        <Fact term="Refunds">{facts.refunds}</Fact>
        <Fact term="Can wine be sent there">{shipping(person)}</Fact>
        <Fact term="Account since">
          <ShopDay at={person.registeredAt} />
        </Fact>
        <Fact term="Earlier requests">{facts.earlier}</Fact>
      </dl>
    </Block>
  )
}

function shipping({ state, isServed }: RequestForStaff['person']): string {
  if (!state) return 'No address yet'
  return isServed ? `Yes, ${stateName(state)}` : `No, ${stateName(state)}`
}

/** Every answer that was given, oldest first. */
function RequestAnswers({ answers }: Pick<RequestForStaff, 'answers'>) {
  const dates = useDates()
  return (
    <Block id="request-answers" title="Answers">
      <ul className={stack(2)}>
        {answers.map(({ id, at, byEmail, verdict, units, text, until }) => (
          <li key={id}>
            {verdicts[verdict]}
            {units !== null && `: ${casesOf(units)}`}
            {until && `, kept until ${dates.moment(until)}`}
            <span className={letters.below}>
              <ShopMoment at={at} /> ·{' '}
              {byEmail ?? (verdict === 'reopened' ? 'the customer' : 'the queue, by itself')}
            </span>
            {text && <blockquote className={classes(aside, letters.typed)}>{text}</blockquote>}
          </li>
        ))}
      </ul>
    </Block>
  )
}
