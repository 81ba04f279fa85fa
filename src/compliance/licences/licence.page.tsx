import { data, Form, Link } from 'react-router'

import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import { maxSheetPages, maxUploadBytes } from '#catalogue/pictures/picture.rules.ts'
import { may } from '#platform/access/access.rules.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { logOf } from '#platform/audit/record-log.actions.server.ts'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { FileField } from '#platform/form/file-field.tsx'
import { GoneRecord } from '#platform/form/gone-record.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { shopToday } from '#platform/services/shop-today.ts'
import { numericDay } from '#platform/text/dates.rules.ts'
import { megabytes } from '#platform/text/number-words.copy.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { Button } from '#ui/button.tsx'
import { fields as fieldsClass } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import type { Route } from './+types/licence.page'
import { setLicenceDocument } from './licence-document.actions.server.ts'
import { LicenceForm } from './licence-form.tsx'
import { standingOf } from './licence.rules.ts'
import { licenceById } from './licences.store.server.ts'
import { saveLicence } from './save-licence.actions.server.ts'

const titleOf = ({ state }: { state: string }) => `License for ${stateName(state)}`

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, args.loaderData?.licence ? titleOf(args.loaderData.licence) : 'Licenses')

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!may(memberOf(context), 'manage-compliance')) throw httpError(403)
  const services = context.get(servicesContext)
  const { db } = services
  const licence = await licenceById(db, params.id)
  if (!licence) return data({ licence: null, states: [], log: [] }, 404)
  const states: string[] = statesServed(shopToday(services))
  if (!states.includes(licence.state)) states.push(licence.state)
  return data({ licence, states, log: await logOf(db, 'licence', licence.id) })
}

export const action = pageAction({ save: saveLicence, document: setLicenceDocument })

export default function LicencePage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { licence, states, log } = loaderData
  if (!licence) return <GoneRecord backTo={paths.licences()} />
  const { state, until, isSuspending } = licence
  return (
    <AdminPage
      title={titleOf(licence)}
      summary={standingOf(licence).words}
      actions={
        <>
          <Link to={paths.newLicence({ after: licence.id })}>Enter the one that follows</Link>
          <Link to={paths.licences()}>All licenses</Link>
        </>
      }
    >
      {isSuspending && (
        <Notice tone="bad">
          <p>
            {`This license ended on ${numericDay(until)}: nothing is sold or handed over to ${stateName(state)}.`}{' '}
            Once it is renewed, change its last day below or enter the one that follows. If wine may
            go there without, say what covers it.
          </p>
        </Notice>
      )}
      <LicenceForm
        key={licence.version}
        {...{ states, fields: licence.fields, version: licence.version }}
        result={sent?.shown ?? null}
      />
      <LicenceDocument
        licence={licence}
        error={sent?.intent === 'document' ? sent.errors['file'] : undefined}
      />
      <RecordLog kind="licence" id={licence.id} entries={log} />
    </AdminPage>
  )
}

type DocumentProps = {
  licence: { id: string; documentSha256: string }
  error: string | undefined
}

/** The license as a PDF, with the form that replaces it. Sent by the browser itself. */
function LicenceDocument({ licence: { id, documentSha256 }, error }: DocumentProps) {
  return (
    <Block id="document" title="Document">
      {documentSha256 && (
        <a href={paths.licenceDocument(id)} download>
          Download the document
        </a>
      )}
      <Form
        method="post"
        encType="multipart/form-data"
        reloadDocument
        className={fieldsClass(40, 2)}
      >
        <input type="hidden" name="seen" value={documentSha256} />
        <FileField
          name="file"
          maxBytes={maxUploadBytes}
          label="License as a PDF"
          hint={`At most ${maxSheetPages} pages and ${megabytes(maxUploadBytes)}. Only its pages are kept: print a form that was filled in on a screen to a PDF first.`}
          error={error}
          accept="application/pdf"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only the form that was refused: the page begins there
          autoFocus={error !== undefined}
        />
        <Button kind="secondary" name="intent" value="document">
          {documentSha256 ? 'Replace the document' : 'Upload the document'}
        </Button>
      </Form>
    </Block>
  )
}
