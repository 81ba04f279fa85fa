import { data } from 'react-router'

import { heldLinkOf } from '#accounts/links/entry-cookies.ts'
import { offersLoginLinks } from '#accounts/links/login-link.actions.server.ts'
import { identityLimits } from '#accounts/sign-in/identity-limits.rules.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { requestContext, servicesContext, siteContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'
import { FormPage } from '#ui/page.tsx'

import type { Route } from './+types/enter.page'
import { viewEntry } from './enter-by-link.actions.server.ts'
import { enter, forgetLink, sendFreshLink } from './enter.actions.server.ts'

const copy = {
  title: { purchase: 'Welcome', login: 'Log in' },
  intro: {
    purchase: 'This link opens your purchase on this device, and nothing else of your account.',
    login: 'This link logs you in on this device. It works once.',
  },
  continueAs: (name: string) => (name ? `Continue as ${name}` : 'Continue'),
  notYou: 'Not you?',
  elsewhereTitle: 'This link was used before',
  elsewhere: 'For your safety we send a fresh link to the address this email went to.',
  sendFresh: 'Send a fresh link',
  freshSent: 'A fresh link is on its way to that address. Please open it on this device.',
  invalidTitle: 'This link is no longer valid',
  invalid: 'Links in our emails work for a limited time. Ask for a fresh one.',
  invalidWithoutLinks: 'Links in our emails work for a limited time. You can still log in.',
  cutTitle: 'We could not open your link',
  cut: 'This link is incomplete. Ask for a fresh one.',
  cutWithoutLinks: 'This link is incomplete. Open it from our email once more, or log in.',
  noneTitle: 'Nothing to open here',
  none: 'Please open the link in our email once more.',
  tooManyTitle: 'Please wait a little',
  tooMany: `Too many attempts. Please wait ${identityLimits['link-source'].minutes} minutes.`,
  confirmFirstTitle: 'Please confirm your address',
  confirmFirst:
    'The email of your account was never confirmed. We have sent it a link that confirms it and logs you in.',
  otherWay: 'Log in, or have a fresh link emailed',
  logIn: 'Log in',
  backToShop: 'Back to the shop',
} as const

export const meta: Route.MetaFunction = (args) => [
  ...unlistedMeta(args, titleOf(args.loaderData?.view)),
  // Without any referrer the form would be sent without its origin.
  { name: 'referrer', content: 'same-origin' },
]

const statusOf = { ready: 200, elsewhere: 200, invalid: 404, 'too-many': 429 } as const

/** Shows whose link was opened. Changes nothing: mail scanners open links. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const headers = { 'cache-control': 'private, no-store' }
  const services = context.get(servicesContext)
  if (url.searchParams.has('cut')) {
    const hasLinks = await offersLoginLinks(services)
    return data({ view: { state: 'cut' as const }, hasLinks }, { status: 400, headers })
  }
  const held = heldLinkOf(request, context.get(siteContext))
  if (!held) {
    return data({ view: { state: 'none' as const }, hasLinks: false }, { status: 404, headers })
  }
  const view = await viewEntry(services, held, request.headers)
  // The page to log in sends a fresh link only while staff let it.
  const hasLinks = view.state === 'invalid' && (await offersLoginLinks(services))
  return data({ view, hasLinks }, { status: statusOf[view.state], headers })
}

export const action = pageAction(
  { continue: enter, fresh: sendFreshLink, 'not-you': forgetLink },
  ({ request, context }) => ({
    // The gate stands before the purchase, also for a form that was sent without its page.
    link:
      context.get(requestContext).ageGate === 'open'
        ? heldLinkOf(request, context.get(siteContext))
        : null,
  }),
)

export default function Enter({
  loaderData: { view, hasLinks },
  actionData,
}: Route.ComponentProps) {
  const title = useSiteSettings()?.site.title
  const shown = actionData?.shown?.outcome ?? view.state
  if (shown === 'ready' && view.state === 'ready') {
    return (
      <FormPage plain kicker={title} title={copy.title[view.purpose]}>
        <form method="post" className={cluster([1, 3])}>
          <Button name="intent" value="continue">
            {copy.continueAs(view.name)}
          </Button>
          <Button kind="quiet" name="intent" value="not-you">
            {copy.notYou}
          </Button>
        </form>
        <p>{copy.intro[view.purpose]}</p>
      </FormPage>
    )
  }
  const message = messages[shown === 'ready' ? 'none' : shown]
  const text = !hasLinks && 'withoutLinks' in message ? message.withoutLinks : message.text
  return (
    <Ending kind="missing" title={message.title} text={<p role="status">{text}</p>}>
      {shown === 'elsewhere' && (
        <form method="post">
          <Button name="intent" value="fresh">
            {copy.sendFresh}
          </Button>
        </form>
      )}
      {(shown === 'cut' || shown === 'invalid') && (
        <ButtonLink href={paths.login()}>{hasLinks ? copy.otherWay : copy.logIn}</ButtonLink>
      )}
      <ButtonLink kind="secondary" href={paths.home()}>
        {copy.backToShop}
      </ButtonLink>
    </Ending>
  )
}

function titleOf(view: Route.ComponentProps['loaderData']['view'] | undefined): string {
  if (!view) return copy.title.purchase
  return view.state === 'ready' ? copy.title[view.purpose] : messages[view.state].title
}

const messages = {
  elsewhere: { title: copy.elsewhereTitle, text: copy.elsewhere },
  cut: { title: copy.cutTitle, text: copy.cut, withoutLinks: copy.cutWithoutLinks },
  none: { title: copy.noneTitle, text: copy.none },
  invalid: { title: copy.invalidTitle, text: copy.invalid, withoutLinks: copy.invalidWithoutLinks },
  'too-many': { title: copy.tooManyTitle, text: copy.tooMany },
  'fresh-sent': { title: copy.elsewhereTitle, text: copy.freshSent },
  'confirm-first': { title: copy.confirmFirstTitle, text: copy.confirmFirst },
} as const
