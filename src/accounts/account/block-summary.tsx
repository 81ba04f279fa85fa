import { Link, useLocation } from 'react-router'

import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { Block } from '#platform/layout/block.tsx'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { factList, letters, pairs } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import type { AccountBlock } from './account-form.rules.ts'
import type { AccountSummary } from './account-summary.ts'
import { accountCopy } from './account.copy.ts'

/** A block as it stands, with its Edit link. */
export function BlockSummary({ block, summary }: { block: AccountBlock; summary: AccountSummary }) {
  const { pathname, search } = useLocation()
  const title = accountCopy.blocks[block]
  const edit = (
    <Link to={urlWith(pathname, search, { edit: block, cart: null })} preventScrollReset>
      {accountCopy.edit} <span className="visually-hidden">{title}</span>
    </Link>
  )
  return (
    <Block id={`block-${block}`} title={title} action={edit}>
      {block === 'personal' ? <PersonalFacts summary={summary} /> : null}
      {block === 'shipping' ? <ShippingAddress summary={summary} /> : null}
      {block === 'billing' ? <AddressLines lines={summary.billing} /> : null}
    </Block>
  )
}

function PersonalFacts({ summary: { personal, contact } }: { summary: AccountSummary }) {
  const { fields: labels } = accountCopy
  const { optionalText, ...given } = personal
  const names = Object.keys(given) as (keyof typeof given)[]
  const facts = [
    ...names.map((name) => [labels[name], given[name]] as const),
    [labels.contact, contact] as const,
    ...(optionalText ? [[labels.optionalText, optionalText] as const] : []),
  ]
  return (
    <dl className={factList(pairs(2, 4))}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={value ? undefined : letters.quiet}>{value || accountCopy.empty}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The saved address, and beside it what wine would meet there. */
const ShippingAddress = ({ summary: { shipping, problems } }: { summary: AccountSummary }) => (
  <>
    <AddressLines lines={shipping} />
    {problems.length > 0 && (
      <Notice>
        {problems.map((problem) => (
          <p key={problem}>{shipToSentence[problem]}</p>
        ))}
      </Notice>
    )}
  </>
)

function AddressLines({ lines }: { lines: string[] }) {
  if (lines.length === 0) return <p className={letters.quiet}>{accountCopy.empty}</p>
  return (
    <address>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  )
}
