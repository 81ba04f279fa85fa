import {
  adminRequestCopy as copy,
  adminRequestsCopy,
  requestStateName,
} from '#domain/copy/admin-requests.ts'
import { isForWine } from '#domain/requests/request.ts'
import type { RequestForStaff } from '#use-cases/requests/view-request.ts'
import { ShopMoment, useDates } from '#web/components/dates.tsx'
import { Block } from '#web/components/people/block.tsx'

import { Fact } from './fact.tsx'
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
            <span className={styles.when}>
              {adminRequestsCopy.askedAgain(dates.day(askedAgainAt))}
            </span>
          )}
        </Fact>
        {position && <Fact term={copy.position}>{copy.place(position.place, position.of)}</Fact>}
        {wish && (
          <Fact term={adminRequestsCopy.text} isWide>
            {wish}
          </Fact>
        )}
      </dl>
    </Block>
  )
}
