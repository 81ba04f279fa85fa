import { Link } from 'react-router'

import { adminRequestCopy as copy } from '#domain/copy/admin-requests.ts'
import { paths } from '#domain/paths.ts'
import { levelName } from '#domain/people/membership.ts'
import { stateName } from '#domain/us-states.ts'
import type { RequestForStaff } from '#use-cases/requests/view-request.ts'
import { ShopDay } from '#web/components/dates.tsx'
import { Block } from '#web/components/people/block.tsx'

import { Fact } from './fact.tsx'
import styles from './requests.module.css'

/** Who asks, with what helps to decide. */
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
