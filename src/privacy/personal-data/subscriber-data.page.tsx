import { data } from 'react-router'

import { leftSentence } from '#accounts/consent/consent.copy.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { addressInOneLine } from '#platform/address/address.rules.ts'
import { servicesContext, siteContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { errorCopy } from '#platform/layout/errors.copy.ts'
import { Section } from '#platform/layout/section.tsx'
import { useDates } from '#platform/text/dates.tsx'
import { phoneText } from '#platform/text/phone.rules.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { factLedger, section, stack } from '#ui/layout.ts'
import { Page } from '#ui/page.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/subscriber-data.page'
import { dataCookie, moveDataToken } from './data-cookie.ts'
import { personalDataCopy as copy } from './personal-data.copy.ts'
import {
  correctOwnName,
  eraseByData,
  leaveByData,
  openDataLink,
  viewSubscriberData,
} from './subscriber-data.actions.server.ts'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, args.loaderData?.view.state === 'none' ? copy.noneTitle : copy.title)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  moveDataToken(url, site)
  const cookie = dataCookie.read(request, site) ?? ''
  const view = await viewSubscriberData(context.get(servicesContext), cookie)
  const headers = { 'cache-control': 'private, no-store' }
  return data({ view }, { status: view.state === 'none' ? 404 : 200, headers })
}

export const action = pageAction(
  { open: openDataLink, name: correctOwnName, leave: leaveByData, erase: eraseByData },
  ({ request, context }) => ({ cookie: dataCookie.read(request, context.get(siteContext)) ?? '' }),
)

export default function SubscriberData({ loaderData, actionData }: Route.ComponentProps) {
  const { view } = loaderData
  if (view.state === 'none') {
    return (
      <Ending kind="missing" title={copy.noneTitle} text={<p>{copy.none}</p>}>
        <ButtonLink href={paths.home()}>{errorCopy.home}</ButtonLink>
      </Ending>
    )
  }
  if (view.state === 'unused') {
    return (
      <Page narrow title={copy.title} intro={copy.unused}>
        <form method="post">
          <Button name="intent" value="open">
            {copy.open}
          </Button>
        </form>
      </Page>
    )
  }
  return <Kept view={view} sent={actionData} />
}

type View = Extract<Route.ComponentProps['loaderData']['view'], { state: 'open' }>

function Kept({ view: { subscriber, left }, sent }: { view: View; sent: Sent | undefined }) {
  const dates = useDates()
  const { fields, consent, leftAt } = subscriber
  const field = fieldsOf(sent, fields)
  const facts = [
    [copy.email, fields.email],
    [copy.phone, phoneText(fields.phone)],
    [copy.address, addressInOneLine(fields)],
    [copy.joined, dates.longDay(consent.at)],
    [copy.recordedAs, consent.wording],
  ] as const
  return (
    <Page narrow title={copy.title}>
      <Section id="record" title={copy.record} className={section(3)}>
        <dl className={factLedger}>
          {facts
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <form method="post" className={stack(3, { align: 'start' })}>
          <TextField label={copy.fullname} autoComplete="name" {...field('fullname')} />
          <Button kind="secondary" name="intent" value="name">
            {copy.save}
          </Button>
        </form>
        <p>
          {copy.all}:{' '}
          <a href={paths.subscriberDataFile()} download>
            {copy.download}
          </a>
        </p>
      </Section>
      <Section id="list" title={copy.leaveTitle} className={section(3)}>
        {leftAt || left ? (
          <p>{left ? leftSentence(dates.longDay(left.at), left.source) : copy.left}</p>
        ) : (
          <form method="post" className={stack(3, { align: 'start' })}>
            <Button kind="secondary" name="intent" value="leave">
              {copy.leave}
            </Button>
          </form>
        )}
      </Section>
      <Section id="erase" title={copy.eraseTitle} className={section(3)}>
        <p>{copy.eraseText}</p>
        <form method="post" className={stack(3, { align: 'start' })}>
          <Checkbox label={copy.eraseSure} name="sure" value="yes" error={field('sure').error} />
          <Button kind="danger" name="intent" value="erase">
            {copy.erase}
          </Button>
        </form>
      </Section>
    </Page>
  )
}
