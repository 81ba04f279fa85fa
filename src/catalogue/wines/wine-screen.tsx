import { Link } from 'react-router'

import { AdminPage } from '#platform/admin/admin-page.tsx'
import { usePolling } from '#platform/admin/use-polling.ts'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { GoneRecord } from '#platform/form/gone-record.tsx'
import type { RecordResult } from '#platform/form/record-result.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'

import { adminWineCopy as copy } from './admin-wines.copy.ts'
import type { ViewedWine } from './view-wine.actions.server.ts'
import type { RefusedFile } from './wine-files.tsx'
import { WineFiles } from './wine-files.tsx'
import type { WineFields } from './wine-form.rules.ts'
import { WineForm } from './wine-form.tsx'
import { WineStatus } from './wine-status.tsx'

type Props = {
  viewed: ViewedWine | null
  result: RecordResult<WineFields> | null
  refused?: RefusedFile | null
}

/** The page of a wine; also after a file for it was refused, with the reason beside its field. */
export function WineScreen({ viewed, result, refused = null }: Props) {
  usePolling(viewed?.price === 'pending' ? 1_000 : null)
  if (!viewed) return <GoneRecord backTo={paths.wines()} />
  const { wine, log } = viewed
  return (
    <AdminPage
      title={wine.title}
      summary={wine.subtitle}
      actions={
        <>
          <Link to={paths.newWine(wine.id)}>Copy as a new wine</Link>
          <Link to={paths.wines()}>{copy.all}</Link>
        </>
      }
    >
      <WineStatus {...viewed} />
      <WineForm
        key={wine.version}
        action={paths.wine(wine.id)}
        fields={wine.fields}
        version={wine.version}
        result={result}
        button="Save"
      />
      <WineFiles wine={wine} refused={refused} />
      {wine.releaseState === 'closed' && wine.sold === 0 && (
        <Block id="delete-wine" title="Delete this wine">
          <p>
            Only while no order, release or request has it, such as a wine with a mistyped name.
          </p>
          <ButtonForm action={paths.wine(wine.id)} kind="secondary" intent="delete">
            Delete the wine
          </ButtonForm>
        </Block>
      )}
      <RecordLog kind="wine" id={wine.id} entries={log} />
    </AdminPage>
  )
}
