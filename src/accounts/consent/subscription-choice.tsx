import { useEffect, useState } from 'react'
import { Link, useFetcher, useLocation } from 'react-router'

import type { Sent } from '#platform/action/sent-form.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { useDates } from '#platform/text/dates.tsx'
import { useAlert } from '#ui/alerts.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { cluster, stack } from '#ui/layout.ts'

import { accountCopy } from '../account/account.copy.ts'
import type { SubscriptionResult } from '../account/shown-account.ts'
import type { ShownAccount } from '../account/shown-account.ts'
import { leftSentence } from './consent.copy.ts'

const copy = accountCopy.subscription

/**
 * The subscription and the button that changes it. Unsubscribing asks once. With JavaScript it is
 * sent in the background, so that what is typed in an open form of the page stays.
 */
export function SubscriptionChoice({ account }: { account: ShownAccount }) {
  const fetcher = useFetcher<Sent<SubscriptionResult>>()
  const alert = useAlert()
  const { pathname, search } = useLocation()
  const here = urlWith(pathname, search, { edit: null, cart: null })
  const [isAsking, setIsAsking] = useState(false)
  const { emails, left } = account
  const wish = emails === 'none' ? 'inactive' : 'active'
  const dates = useDates()
  const intent = `subscription-${wish === 'active' ? 'inactive' : 'active'}`

  const changed = fetcher.state === 'idle' ? fetcher.data?.shown?.subscription : null
  useEffect(() => {
    // Dismissed once the subscription is changed again.
    return changed ? alert(copy[changed].alert) : undefined
  }, [changed, alert])

  const send = () => {
    setIsAsking(false)
    const fields = { account: account.id, intent, stay: 'yes' }
    void fetcher.submit(fields, { method: 'post', preventScrollReset: true })
  }
  return (
    <Block id="subscription" title={copy.title}>
      <p>{copy.emails[emails]}</p>
      {emails.startsWith('unconfirmed') && (
        <p>
          <a href={`${paths.security({ to: here })}#email`}>{copy.confirm}</a>
        </p>
      )}
      {emails.endsWith('unchecked') && (
        <p>
          <Link to={urlWith(pathname, search, { edit: 'personal', cart: null })}>
            {copy.contact}
          </Link>
        </p>
      )}
      {left && <p>{leftSentence(dates.longDay(left.at), left.source)}</p>}
      <fetcher.Form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          if (fetcher.state !== 'idle') return
          if (wish === 'active') setIsAsking(true)
          else send()
        }}
      >
        <input type="hidden" name="account" value={account.id} />
        <Button kind="secondary" name="intent" value={intent}>
          {copy[wish].choice}
        </Button>
      </fetcher.Form>
      <Dialog open={isAsking} onClose={() => setIsAsking(false)} title={copy.leave.title}>
        <div className={stack(2.5)}>
          <p>{copy.leave.text}</p>
          <div className={cluster([2, 3])}>
            <Button type="button" onClick={send}>
              {copy.leave.yes}
            </Button>
            <Button type="button" kind="secondary" onClick={() => setIsAsking(false)}>
              {copy.leave.no}
            </Button>
          </div>
        </div>
      </Dialog>
    </Block>
  )
}
