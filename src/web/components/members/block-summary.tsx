import { Link, useLocation } from 'react-router'

import type { Account, AccountBlock, AccountFields } from '#domain/account.ts'
import { accountCopy } from '#domain/copy/account.ts'
import { stateName } from '#domain/us-states.ts'
import { addressWith } from '#web/components/cart/page-address.ts'
import { classes } from '#web/ui/classes.ts'

import styles from './account-details.module.css'
import { blockLooks } from './account-fields.ts'

/** A block as it stands, with its Edit link. */
export function BlockSummary({ block, account }: { block: AccountBlock; account: Account }) {
  const { pathname, search } = useLocation()
  const title = accountCopy.blocks[block]
  const id = `block-${block}`
  return (
    <section className={styles.block} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <Link
          to={addressWith(pathname, search, { edit: block, notice: null, cart: null })}
          preventScrollReset
        >
          {accountCopy.edit} <span className="visually-hidden">{title}</span>
        </Link>
      </div>
      <dl className={styles.facts}>
        {blockLooks[block].map(({ name, label, kind, wide }) => (
          <div key={name} className={classes(wide && styles.wide)}>
            <dt>{label}</dt>
            <dd>
              <Value
                text={kind === 'state' ? stateName(account.fields[name]) : account.fields[name]}
              />
            </dd>
          </div>
        ))}
        {block === 'personal' && (
          <div>
            <dt>{accountCopy.fields.contact}</dt>
            <dd>
              <Value text={contactBy(account.fields)} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

const Value = ({ text }: { text: string }) =>
  text ? <>{text}</> : <span className={styles.missing}>{accountCopy.empty}</span>

const contactBy = ({ byEmail, byPhone }: AccountFields): string =>
  [byEmail && accountCopy.fields.byEmail, byPhone && accountCopy.fields.byPhone]
    .filter(Boolean)
    .join(', ')
