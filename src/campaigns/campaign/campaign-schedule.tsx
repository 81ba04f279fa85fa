import { Form } from 'react-router'

import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import { hourOf, zoneName } from '#platform/text/typed-hour.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters, part, stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import { campaignCopy as copy } from './campaigns.copy.ts'
import { editorForm, listedErrors } from './content-errors.ts'
import type { ViewedCampaign } from './view-campaign.actions.server.ts'

type Props = Pick<
  ViewedCampaign,
  'campaign' | 'audience' | 'checks' | 'errors' | 'perMinute' | 'proposedAt'
> & {
  timeZone: string
  sent: Sent | null
}

const warn = (isWanting: boolean) => (isWanting ? letters.bad : undefined)

/** The recipients, the checks before sending, and the buttons that schedule, pause and stop it. */
export function CampaignSchedule(props: Props) {
  const { campaign, audience, checks, errors, perMinute, proposedAt, timeZone, sent } = props
  const dates = useDates()
  const { state, version } = campaign
  const listed = listedErrors(errors, campaign.blocks)
  const form = state === 'draft' ? editorForm : undefined
  const sendAt = proposedAt ? hourOf(new Date(proposedAt), timeZone) : ''
  const field = fieldsOf(sent, { sendAt })
  return (
    <section className={part(2)} aria-labelledby="schedule">
      <h2 id="schedule">{copy.schedule}</h2>
      {audience && (
        <>
          <p role="status">{`${plural(audience.getIt, 'person', 'people')} will get it.`}</p>
          {audience.leftOut.length > 0 && (
            <>
              <h3 className={letters.strong}>Left out</h3>
              <ul className={classes(letters.listed, letters.tight)}>
                {audience.leftOut.map(({ reason, count }) => (
                  <li key={reason}>
                    {count.toLocaleString('en-US')}: {copy.reasons[reason]}
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3 className={letters.strong}>Before it is sent</h3>
          <ul className={classes(letters.listed, letters.tight)}>
            <li className={warn(listed.length > 0)}>
              {listed.length === 0 ? 'The content is complete.' : 'The content is not complete:'}
              {listed.length > 0 && (
                <ul className={classes(letters.listed, letters.tight)}>
                  {listed.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              )}
            </li>
            <li>{copy.links[checks.links]}</li>
            <li className={warn(!checks.hasPostalAddress)}>
              {checks.hasPostalAddress
                ? 'The postal address required by law is set.'
                : 'POSTAL_ADDRESS is not set. The law requires a postal address in every such email; nothing can be scheduled without it.'}
            </li>
            <li className={warn(!checks.isSigned)}>
              {checks.isSigned
                ? 'Emails are signed (DKIM).'
                : 'Emails are not signed (DKIM). They may be treated as spam.'}
            </li>
            <li>Each person’s email permission is checked again as their email is sent.</li>
            <li>
              {perMinute > 0
                ? `${plural(perMinute, 'email')} ${perMinute === 1 ? 'is' : 'are'} sent a minute, receipts first.`
                : 'Receipts are sent first.'}
            </li>
          </ul>
        </>
      )}
      <Form method="post" className={stack(2, { width: 40 })}>
        {state !== 'draft' && <input type="hidden" name="version" value={version} />}
        {state === 'draft' && (
          <>
            <TextField
              type="datetime-local"
              form={form}
              label={`${copy.when} (${zoneName(timeZone)})`}
              {...field('sendAt')}
              hint={proposedAt ? copy.proposal(dates.moment(new Date(proposedAt))) : undefined}
            />
            <div className={cluster([1, 2])}>
              <Button name="intent" value="schedule" form={form}>
                {copy.schedule}
              </Button>
            </div>
          </>
        )}
        {state !== 'draft' && campaign.sendAt && (
          <p>
            {state === 'scheduled' ? 'Sends' : 'Sending began'} <ShopMoment at={campaign.sendAt} />.
          </p>
        )}
        <div className={cluster([1, 2])}>
          {state === 'scheduled' && (
            <Button kind="secondary" name="intent" value="unschedule">
              {copy.unschedule}
            </Button>
          )}
          {state === 'sending' && (
            <Button name="intent" value="pause">
              Pause
            </Button>
          )}
          {state === 'paused' && (
            <Button name="intent" value="resume">
              Resume
            </Button>
          )}
          {(state === 'sending' || state === 'paused') && (
            <Button kind="danger" name="intent" value="stop">
              Stop permanently
            </Button>
          )}
        </div>
      </Form>
      {state === 'draft' && (
        <details>
          <summary>{copy.discard}</summary>
          <Form method="post" className={stack(2, { width: 40 })}>
            <p>Nobody has received it. It can’t be restored.</p>
            <input type="hidden" name="version" value={version} />
            <div className={cluster([1, 2])}>
              <Button kind="danger" name="intent" value="discard">
                {copy.discard}
              </Button>
            </div>
          </Form>
        </details>
      )}
    </section>
  )
}
