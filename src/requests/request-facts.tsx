import { Link } from 'react-router'

import {
  adminRequestCopy as copy,
  adminRequestsCopy,
  requestStateName,
} from './admin-requests.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { levelName } from '#accounts/account/membership.rules.ts'
import { isForWine } from './request.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import type { RequestForStaff } from './view-request.actions.server.ts'
import { ShopDay, ShopMoment, useDates } from '#platform/text/dates.tsx'
import { Fact } from '#platform/layout/fact.tsx'
import { Block } from '#platform/layout/block.tsx'
import { letters } from '#ui/layout.ts'

import styles from './requests.module.css'

/** What is asked for, since when, and where it stands in line. */
export function RequestWish({ request, position }: Pick<RequestForStaff, 'request' | 'position'>) {
  const { kind, wine, units, text, state, askedAgainAt } = request
  const dates = useDates()
  const wish = kind === 'subscription' ? copy.wishes[text] : text
  return (
    <Block id="request-wish" title={copy.request}>
      <dl className={styles.facts}>
        <Fact term={adminRequestsCopy.kind}>{adminRequestsCopy.kinds[kind]}</Fact>
        {wine && <Fact term={adminRequestsCopy.wine}>{wine}</Fact>}
        {isForWine(kind) && <Fact term={copy.wish}>{copy.cases(units)}</Fact>}
        <Fact term={adminRequestsCopy.state}>{requestStateName(kind, state)}</Fact>
        <Fact term={adminRequestsCopy.asked}>
          <ShopMoment at={request.createdAt} />
          {askedAgainAt && (
            <span className={letters.below}>
              {adminRequestsCopy.askedAgain(dates.day(askedAgainAt))}
            </span>
          )}
        </Fact>
        {position && <Fact term={copy.position}>{copy.place(position.place, position.of)}</Fact>}
        {wish && (
          <Fact term={adminRequestsCopy.text} className={styles.wide}>
            {wish}
          </Fact>
        )}
      </dl>
    </Block>
  )
}

/** The customer, and the facts that help to decide. */
export function RequestPerson({ person, facts }: Pick<RequestForStaff, 'person' | 'facts'>) {
  return (
    <Block id="request-person" title={copy.person}>
      <dl className={styles.facts}>
        <Fact term={copy.name}>
          <Link to={paths.user(person.id)}>{person.name || person.email}</Link>
          <br />
          <a href={`mailto:${person.email}`}>{person.email}</a>
        </Fact>
        <Fact term={copy.facts.level}>
          {levelName(person.membershipLevel) ?? copy.facts.noLevel}
        </Fact>
        <Fact term={copy.facts.bought}>{copy.cases(facts.bought)}</Fact>
        <Fact term={copy.facts.refunds}>{facts.refunds}</Fact>
        <Fact term={copy.facts.ships}>{shipping(person)}</Fact>
        <Fact term={copy.facts.since}>
          <ShopDay at={person.registeredAt} />
        </Fact>
        <Fact term={copy.facts.earlier}>{facts.earlier}</Fact>
      </dl>
    </Block>
  )
}

function shipping({ state, isServed }: RequestForStaff['person']): string {
  if (!state) return copy.facts.noAddress
  return isServed ? copy.facts.served(stateName(state)) : copy.facts.notServed(stateName(state))
}

/** Every answer that was given, oldest first. */
export function RequestAnswers({ answers }: Pick<RequestForStaff, 'answers'>) {
  const dates = useDates()
  return (
    <Block id="request-answers" title={copy.answers}>
      {answers.length === 0 ? (
        <p>{copy.noAnswers}</p>
      ) : (
        <ul className={styles.answers}>
          {answers.map(({ id, at, byEmail, verdict, units, text, until }) => (
            <li key={id}>
              {copy.verdicts[verdict]}
              {units !== null && `: ${copy.cases(units)}`}
              {until && `, ${copy.until(dates.moment(until))}`}
              <span className={letters.below}>
                <ShopMoment at={at} /> · {byEmail ?? copy.byQueue}
              </span>
              {text && <blockquote>{text}</blockquote>}
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
