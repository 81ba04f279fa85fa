import { Link } from 'react-router'

import { isServed, servedSince } from '#catalogue/destinations/ship-to.rules.ts'
import { sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { logOf } from '#platform/audit/record-log.actions.server.ts'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import type { Destination } from '#platform/text/us-states.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { divided } from '#ui/layout.ts'

import { licencesOfState } from '../licences/licences.store.server.ts'
import { StateLicences } from '../licences/state-licences.tsx'
import { complianceParts } from '../parts.rules.ts'
import { unseenNearMatches } from '../records/records.store.server.ts'
import type { Route } from './+types/state.page'
import { EndVersion } from './end-version.tsx'
import { NearInState } from './near-in-state.tsx'
import { ProposeVersion } from './propose-version.tsx'
import { RuleVersion } from './rule-version.tsx'
import { stageOfVersion } from './state-rule.rules.ts'
import { confirmRule, endRule, proposeRule } from './state-rules.actions.server.ts'
import { dayOfState, versionInForce, versionsOf } from './state-rules.store.server.ts'
import { previewSuspension, resumeState, suspendState } from './suspend-state.actions.server.ts'
import { SuspendState } from './suspend-state.tsx'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'manage-compliance',
  async load({ db, now, today: shopDay, params }) {
    const state = params['state'] as Destination
    if (!isServed(state, shopDay)) throw httpError(404)
    const today = await dayOfState(db, state, now)
    const [versions, inForce, licences, near, log] = await Promise.all([
      versionsOf(db, state),
      versionInForce(db, state, today),
      licencesOfState(db, state),
      unseenNearMatches(db, state),
      logOf(db, 'state', state),
    ])
    return {
      ...{ state, today, log, licences, near, since: servedSince(state) },
      versions: versions.map((version) => ({
        ...version,
        stage: stageOfVersion(version, { today, inForce: inForce?.id ?? null }),
      })),
    }
  },
  actions: {
    propose: proposeRule,
    confirm: confirmRule,
    end: endRule,
    preview: previewSuspension,
    suspend: suspendState,
    resume: resumeState,
  },
})
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, stateName(args.params.state ?? ''))

export default function State({ loaderData, actionData }: Route.ComponentProps) {
  const { state, versions, licences, near, since, today, log, formKey } = loaderData
  const inStage = (...stages: readonly string[]) =>
    versions.filter(({ stage }) => stages.includes(stage))
  const [inForce] = inStage('in-force')
  const proposals = inStage('proposed')
  const others = inStage('planned', 'below', 'past')
  const suspending = actionData?.intent === 'suspend' || actionData?.intent === 'preview'
  return (
    <AdminPage
      title={stateName(state)}
      summary={`Served since ${numericDay(since)}`}
      actions={
        <>
          <Link to={paths.complianceReports({ state })}>Reports</Link>
          <Link to={paths.compliance()}>{complianceParts.compliance.title}</Link>
        </>
      }
    >
      <div>
        <Block id="in-force" title="Rule in force">
          {!inForce && (
            <p>
              None: the specification alone decides. {proposals.length > 0 && 'Confirm one below.'}
            </p>
          )}
          {inForce && (
            <RuleVersion version={inForce}>
              {inForce.isSuspended ? (
                <ButtonForm intent="resume" fields={{ id: inForce.id }}>
                  Resume {stateName(state)}
                </ButtonForm>
              ) : (
                <EndVersion
                  version={inForce}
                  {...{ today, formKey }}
                  sent={sentBy(actionData, { intent: 'end', id: inForce.id })}
                />
              )}
            </RuleVersion>
          )}
        </Block>
        <NearInState near={near} />
        {proposals.length > 0 && (
          <Block id="proposals" title="Proposals">
            <p>
              They do nothing until one is confirmed. Those of the shop come from what was published
              up to 2025: open the law before you confirm.
            </p>
            <ul className={divided(2)}>
              {proposals.map((version) => (
                <li key={version.id}>
                  <RuleVersion version={version}>
                    <ButtonForm
                      kind="secondary"
                      intent="confirm"
                      fields={{ id: version.id }}
                      aria-label={`Confirm version ${version.version}`}
                    >
                      Confirm
                    </ButtonForm>
                  </RuleVersion>
                </li>
              ))}
            </ul>
          </Block>
        )}
        {!inForce?.isSuspended && (
          <SuspendState {...{ state, formKey }} sent={suspending ? actionData : null} />
        )}
        <ProposeVersion {...{ today, formKey }} sent={sentBy(actionData, { intent: 'propose' })} />
        {others.length > 0 && (
          <Block id="others" title="Other versions">
            <ul className={divided(2)}>
              {others.map((version) => (
                <li key={version.id}>
                  <RuleVersion version={version}>
                    {version.stage !== 'past' && !version.isSuspended && (
                      <EndVersion
                        {...{ version, today, formKey }}
                        sent={sentBy(actionData, { intent: 'end', id: version.id })}
                      />
                    )}
                  </RuleVersion>
                </li>
              ))}
            </ul>
          </Block>
        )}
        <StateLicences {...{ state, licences }} />
        <RecordLog kind="state" id={state} entries={log} />
      </div>
    </AdminPage>
  )
}
