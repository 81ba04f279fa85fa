import { Link } from 'react-router'

import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import { divided, letters } from '#ui/layout.ts'

import type { LicenceNow } from './licence.rules.ts'
import { holderName, standingOf } from './licence.rules.ts'

type Props = {
  state: string
  licences: readonly (LicenceNow & {
    id: string
    holder: keyof typeof holderName
    kind: string
    number: string
  })[]
}

/** Licenses for a state, and how each stands. */
export const StateLicences = ({ state, licences }: Props) => (
  <Block
    id="licenses"
    title="Licenses"
    action={<Link to={paths.newLicence({ state })}>New license</Link>}
  >
    {licences.length === 0 && <p>None.</p>}
    {licences.length > 0 && (
      <ul className={divided(1.5)}>
        {licences.map((licence) => (
          <li key={licence.id}>
            <Link to={paths.licence(licence.id)}>{`${licence.kind} ${licence.number}`}</Link>
            <p className={letters.quiet}>
              {`${holderName[licence.holder]}, ${numericDay(licence.from)} to ${numericDay(licence.until)}`}
            </p>
            <Standing {...licence} />
          </li>
        ))}
      </ul>
    )}
  </Block>
)

function Standing(licence: LicenceNow) {
  const { words, isBad } = standingOf(licence)
  return <p className={isBad ? letters.bad : undefined}>{words}</p>
}
