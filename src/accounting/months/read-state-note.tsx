import { accountingCopy as copy } from './accounting.copy.ts'
import type { ReadState } from './view-accounting.actions.server.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Notice } from '#ui/notice.tsx'

/** When the provider's movements were read, and whether the newest try failed or still runs. */
export function ReadStateNote({ read: { at, state } }: { read: ReadState }) {
  return (
    <Notice tone={state === 'failed' ? 'bad' : 'info'}>
      <p>
        {at ? (
          <>
            {copy.read} <ShopMoment at={at} />.
          </>
        ) : (
          copy.neverRead
        )}{' '}
        {state === 'reading' && copy.reading}
        {state === 'failed' && copy.readFailed}
      </p>
    </Notice>
  )
}
