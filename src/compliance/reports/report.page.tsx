import { Link } from 'react-router'

import { useMayOpen } from '#platform/access/use-may.ts'
import { ActionForm } from '#platform/action/action-form.tsx'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { count, counted } from '#platform/admin/admin.copy.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { RecordFacts } from '#platform/form/record-facts.tsx'
import { useFormResult } from '#platform/form/use-form-result.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { FileLink } from '#platform/list/file-link.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { stateName } from '#platform/text/us-states.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { DateField } from '#ui/date-field.tsx'
import { fields, letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import type { Route } from './+types/report.page'
import { fileReport, unfileReport } from './file-report.actions.server.ts'
import { formatName, lackText, unknownText } from './formats.rules.ts'
import { lastDayOf, periodCode, periodName } from './period.rules.ts'
import { standingOf } from './report-columns.tsx'
import type { Difference } from './report-file.rules.ts'
import { differencesOf } from './report-file.rules.ts'
import { reportById, versionBefore, versionsOf } from './reports.store.server.ts'
import { litersOf } from './volume.rules.ts'

const page = staffPage({
  needs: 'manage-compliance',
  async load({ db, params, today }) {
    const report = await reportById(db, params['id'] ?? '')
    if (!report) throw httpError(404)
    const [versions, before] = await Promise.all([
      versionsOf(db, report),
      versionBefore(db, report),
    ])
    const { file, ...shown } = report
    const differences = before?.file && file ? differencesOf(before.file, file) : null
    return { report: { ...shown, hasFile: file !== '' }, versions, differences, today }
  },
  actions: { file: fileReport, unfile: unfileReport },
})
export const loader = page.loader
export const action = page.action

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

type Loaded = Route.ComponentProps['loaderData']

const titleOf = ({ state, ...period }: Loaded['report']) =>
  `${stateName(state)}, ${periodName(period)}`

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  unlistedMeta(args, loaderData ? titleOf((loaderData as Loaded).report) : 'Report to a state')

/** Differences and gaps on the page; the file has all rows. */
const named = 500

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { report, versions, differences } = loaderData
  const { figures } = report
  const newest = versions[0]!
  return (
    <AdminPage
      title={titleOf(report)}
      summary={`Version ${report.version} · ${standingOf(report)}`}
      actions={
        <Link to={paths.complianceReports({ state: report.state, period: periodCode(report) })}>
          Make it again
        </Link>
      }
    >
      <div>
        <Block id="report" title="Report">
          {newest.id !== report.id && (
            <Notice tone="info">
              A later version was made:{' '}
              <Link to={paths.complianceReport(newest.id)}>version {newest.version}</Link>.
            </Notice>
          )}
          {figures.isDraft && (
            <Notice tone="info">
              A draft: the period was not over. Make the report again once it is.
            </Notice>
          )}
          <RecordFacts
            facts={[
              ['Format', formatName[report.format]],
              ['Period', `${numericDay(report.from)} to ${numericDay(lastDayOf(report))}`],
              ['Shipments', count(figures.shipments)],
              ['Bottles', count(figures.bottles)],
              ['Liters', litersOf(figures.ml)],
              ['Gallons', figures.gallons],
              ['Licenses', figures.licenses.join(', ') || 'Unknown'],
              ['Made', <ShopMoment key="made" at={report.madeAt} />],
              ['By', report.madeBy],
            ]}
          />
          {report.hasFile ? (
            <div className={stack(0.5)}>
              <FileLink href={paths.complianceReportFile(report.id)} />
              <p className={classes(letters.below, letters.anywhere)}>SHA-256 {report.sha256}</p>
            </div>
          ) : (
            <p>Its file was erased with the persons in it. Its SHA-256 was {report.sha256}.</p>
          )}
        </Block>
        <Gaps figures={figures} />
        {report.version > 1 && (
          <Block id="differences" title={`Since version ${report.version - 1}`}>
            <Differences differences={differences} />
          </Block>
        )}
        <Filing {...loaderData} sent={useFormResult(actionData) ?? null} />
        {versions.length > 1 && (
          <Block id="versions" title="Versions">
            <ul className={stack(0.5)}>
              {versions.map((one) => (
                <li key={one.id}>
                  {one.id === report.id ? (
                    `Version ${one.version}`
                  ) : (
                    <Link to={paths.complianceReport(one.id)}>Version {one.version}</Link>
                  )}
                  , <ShopMoment at={one.madeAt} /> by {one.madeBy}. {standingOf(one)}.
                </li>
              ))}
            </ul>
          </Block>
        )}
      </div>
    </AdminPage>
  )
}

/** What is missing in it, by name. */
function Gaps({ figures: { incomplete, unknown } }: Pick<Loaded['report'], 'figures'>) {
  const mayOpen = useMayOpen()
  return (
    <>
      {incomplete.length > 0 && (
        <Block id="incomplete" title="Incomplete">
          <p>
            {counted(incomplete.length, 'shipment lacks', 'shipments lack')} what states ask for:
          </p>
          <ul className={stack(0.5)}>
            {incomplete.slice(0, named).map((one) => (
              <li key={one.shipment}>
                {mayOpen(paths.shipment(one.shipment)) ? (
                  <Link to={paths.shipment(one.shipment)}>{lackText(one)}</Link>
                ) : (
                  lackText(one)
                )}
              </li>
            ))}
          </ul>
          <More left={incomplete.length - named} />
        </Block>
      )}
      {unknown.length > 0 && (
        <Block id="unknown" title="Unknown of wines">
          <ul className={stack(0.5)}>
            {unknown.map((one) => (
              <li key={one.wine}>{unknownText(one)}</li>
            ))}
          </ul>
          <Link to={paths.complianceWines()}>Set what is known</Link>
        </Block>
      )}
    </>
  )
}

const More = ({ left }: { left: number }) =>
  left > 0 && <p>and {counted(left, 'more', 'more')}, in the file</p>

function Differences({ differences }: Pick<Loaded, 'differences'>) {
  if (!differences) return <p>The file of that version or of this one was erased.</p>
  if (differences.length === 0) return <p>No shipment differs; something beside them does.</p>
  return (
    <>
      <ul className={stack(1, { text: 'anywhere' })}>
        {differences.slice(0, named).map((one) => (
          <li key={one.shipment}>{differenceText(one)}</li>
        ))}
      </ul>
      <More left={differences.length - named} />
    </>
  )
}

const differenceText = ({ shipment, what, changes }: Difference): string => {
  if (what !== 'changed') return `${shipment}: ${what}`
  const each = changes.map(
    ({ column, wine, before, after }) =>
      `${column}${wine ? ` of ${wine}` : ''}: ${before || 'nothing'} → ${after || 'nothing'}`,
  )
  return `${shipment}: ${each.join('; ')}`
}

type FilingProps = Loaded & {
  sent: ReturnType<typeof useFormResult<Route.ComponentProps['actionData']>> | null
}

/** When and by whom it was filed, or the form that notes it. */
function Filing({ report, today, formKey, sent }: FilingProps) {
  const { id, filedOn, filedBy, figures } = report
  const filing = sentBy(sent, { intent: 'file' })
  return (
    <Block id="filing" title="Filing">
      {filedOn ? (
        <>
          <p>
            Filed on {numericDay(filedOn)}, noted by {filedBy}.
          </p>
          <ButtonForm kind="quiet" intent="unfile" fields={{ id }}>
            It was not filed
          </ButtonForm>
        </>
      ) : figures.isDraft ? (
        <p>A draft is not filed.</p>
      ) : (
        <ActionForm formKey={formKey} sent={filing} className={fields(26)}>
          <p>The shop files nothing itself: note here when you have.</p>
          <DateField
            label="Filed on"
            max={today}
            {...fieldsOf(filing, { filedOn: today })('filedOn')}
          />
          <Button kind="secondary" name="intent" value="file">
            Note as filed
          </Button>
        </ActionForm>
      )}
    </Block>
  )
}
