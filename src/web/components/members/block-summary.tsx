import { useState } from 'react'
import { Link, useLocation } from 'react-router'

import type { Account, AccountBlock, AccountFields } from '#domain/account.ts'
import { accountCopy } from '#domain/copy/account.ts'
import { shipToSentence } from '#domain/copy/cart.ts'
import { addressProblems } from '#domain/forms/address-warnings.ts'
import { stateName } from '#domain/us-states.ts'
import { addressWith } from '#web/components/cart/page-address.ts'
import { Notice } from '#web/ui/notice.tsx'

import styles from './account-details.module.css'
import { Block } from './block.tsx'
import { writtenDate } from './short-date.ts'

/** A block as it stands, with its Edit link. */
export function BlockSummary({ block, account }: { block: AccountBlock; account: Account }) {
  const { pathname, search } = useLocation()
  const title = accountCopy.blocks[block]
  const { fields } = account
  const edit = (
    <Link
      to={addressWith(pathname, search, { edit: block, notice: null, cart: null })}
      preventScrollReset
    >
      {accountCopy.edit} <span className="visually-hidden">{title}</span>
    </Link>
  )
  return (
    <Block id={`block-${block}`} title={title} way={edit}>
      {block === 'personal' ? <PersonalFacts fields={fields} /> : null}
      {block === 'shipping' ? <ShippingAddress fields={fields} /> : null}
      {block === 'billing' ? <AddressLines lines={billingLines(fields)} /> : null}
    </Block>
  )
}

function PersonalFacts({ fields }: { fields: AccountFields }) {
  const { fields: labels } = accountCopy
  const facts = [
    [labels.firstname, fields.firstname],
    [labels.lastname, fields.lastname],
    [labels.email, fields.email],
    [labels.phone, fields.phone],
    [labels.birthdate, writtenDate(fields.birthdate)],
    [labels.contact, contactBy(fields)],
    ...(fields.optionalText ? [[labels.optionalText, fields.optionalText] as const] : []),
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={value ? undefined : styles.missing}>{value || accountCopy.empty}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The saved address, and beside it what wine would meet there. */
function ShippingAddress({ fields }: { fields: AccountFields }) {
  const [today] = useState(() => new Date())
  const problems = addressProblems(fields, today)
  return (
    <>
      <AddressLines lines={shippingLines(fields)} />
      {problems.length > 0 && (
        <Notice>
          {problems.map((problem) => (
            <p key={problem}>{shipToSentence[problem]}</p>
          ))}
        </Notice>
      )}
    </>
  )
}

function AddressLines({ lines }: { lines: string[] }) {
  const given = lines.filter((line) => line.trim())
  if (given.length === 0) return <p className={styles.missing}>{accountCopy.empty}</p>
  return (
    <address>
      {given.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  )
}

const shippingLines = ({ address, addressExtra, city, state, zipCode }: AccountFields) => [
  address,
  addressExtra,
  placeLine(city, state, zipCode),
]

const billingLines = (fields: AccountFields) => [
  `${fields.xfirstname} ${fields.xlastname}`,
  fields.xaddress,
  fields.xaddressExtra,
  placeLine(fields.xcity, fields.xstate, fields.xzipCode),
]

/** `San Francisco, California 94110` */
const placeLine = (city: string, state: string, zipCode: string): string =>
  [city, `${stateName(state)} ${zipCode}`.trim()].filter(Boolean).join(', ')

const contactBy = ({ byEmail, byPhone }: AccountFields): string =>
  [byEmail && accountCopy.fields.byEmail, byPhone && accountCopy.fields.byPhone]
    .filter(Boolean)
    .join(', ')
