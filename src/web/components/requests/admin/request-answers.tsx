import { adminRequestCopy as copy } from '#domain/copy/admin-requests.ts'
import type { RequestForStaff } from '#use-cases/requests/view-request.ts'
import { ShopMoment, useDates } from '#web/components/dates.tsx'
import { Block } from '#web/components/people/block.tsx'

import styles from './requests.module.css'

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
              <span className={styles.when}>
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
