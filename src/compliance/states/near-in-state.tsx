import { Link } from 'react-router'

import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { ShopMoment } from '#platform/text/dates.tsx'
import { divided, letters } from '#ui/layout.ts'

type Props = { near: readonly { number: number; name: string; at: Date; count: number }[] }

/** Orders whose near matches nobody has seen yet, each with its record. */
export function NearInState({ near }: Props) {
  const [first] = near
  if (!first) return null
  return (
    <Block id="near" title="Near matches">
      <p>
        Another order went to the same address by another name, or to the same person at another
        address. Each counts by itself: compare them in the record.
      </p>
      <ul className={divided(1)}>
        {near.map(({ number, name, at }) => (
          <li key={number}>
            <Link to={paths.complianceRecord(number)}>{`K-${number}`}</Link> {name}
            <span className={letters.below}>
              Ordered <ShopMoment at={at} />
            </span>
          </li>
        ))}
      </ul>
      {first.count > near.length && (
        <p className={letters.quiet}>{`And ${first.count - near.length} earlier ones.`}</p>
      )}
    </Block>
  )
}
