import { Link } from 'react-router'

import { useMayOpen } from '#platform/access/use-may.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { requestCopy } from '../admin-requests.copy.ts'

type Props = { whyNot: keyof typeof requestCopy.notGrantable; productId: string }

/** Why nothing of a wine can be granted, and the way to what is missing for those who may set it. */
export function NotGrantable({ whyNot, productId }: Props) {
  const wine = paths.wine(productId)
  const mayOpen = useMayOpen()
  return (
    <p>
      {requestCopy.notGrantable[whyNot]}{' '}
      {whyNot === 'no-stock' && mayOpen(wine) && <Link to={wine}>{requestCopy.setStock}</Link>}
    </p>
  )
}
