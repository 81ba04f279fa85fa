import type { ReactNode } from 'react'

import { Fact } from '#platform/layout/fact.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { factLedger, letters, stack } from '#ui/layout.ts'

import { ruleText } from './rule-words.copy.ts'
import type { StageOfVersion } from './state-rule.rules.ts'
import type { StateRule } from './state-rules.store.server.ts'

type Props = {
  version: StateRule & { stage: StageOfVersion }
  /** What can be done with it. */
  children?: ReactNode
}

const stageName: Record<StageOfVersion, string> = {
  'in-force': 'in force',
  below: 'below the version in force',
  planned: 'begins later',
  proposed: 'proposed',
  past: 'over',
}

/** A version of a state's rule: what it says, when it holds, where that is from and who confirmed it. */
export function RuleVersion({ version: rule, children }: Props) {
  const { version, stage, from, until, note, source, addedBy, confirmedBy, confirmedAt } = rule
  return (
    <div className={stack(1.5, { text: 'anywhere' })}>
      <div className={stack(0.5)}>
        <h3 className={letters.strong}>
          Version {version}, {stageName[stage]}
        </h3>
        <p>{ruleText(rule)}.</p>
      </div>
      <dl className={factLedger}>
        <Fact term="Holds">
          from {numericDay(from)} {until ? `until ${numericDay(until)}` : 'without an end'}
        </Fact>
        <Fact term={rule.isSuspended ? 'Reason' : 'Source'}>{source}</Fact>
        {note && (
          <Fact term="Note">
            <Linked text={note} />
          </Fact>
        )}
        {!rule.isSuspended && <Fact term="Proposed by">{addedBy || 'the shop'}</Fact>}
        {confirmedAt && (
          <Fact term={rule.isSuspended ? 'Suspended' : 'Confirmed'}>
            by {confirmedBy} on <ShopMoment at={confirmedAt} />
          </Fact>
        )}
      </dl>
      {children}
    </div>
  )
}

/** A text with its web addresses as links. */
const Linked = ({ text }: { text: string }) =>
  text.split(/(https?:\/\/\S+)/).map((piece, index) =>
    index % 2 === 1 ? (
      <a key={index} href={piece} rel="noreferrer">
        {piece}
      </a>
    ) : (
      piece
    ),
  )
