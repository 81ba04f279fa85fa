import { ShopMoment } from '#platform/text/dates.tsx'
import { Notice } from '#ui/notice.tsx'

import type { ReadState } from './view-accounting.actions.server.ts'

/** When the provider's movements were read, and whether the newest try failed or still runs. */
export function ReadStateNote({ read: { at, state } }: { read: ReadState }) {
  return (
    <Notice tone={state === 'failed' ? 'bad' : 'info'}>
      <p>
        {at ? (
          <>
            Movements read <ShopMoment at={at} />.
          </>
        ) : (
          'The provider’s movements have not been read yet.'
        )}{' '}
        {state === 'reading' && 'Being read now.'}
        {state === 'failed' && 'The last attempt failed. The shop’s log says why.'}
      </p>
    </Notice>
  )
}
