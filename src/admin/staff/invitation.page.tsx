import { redirect } from 'react-router'

import { dutyNames } from './duties.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { servicesContext, viewerContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'

import type { Route } from './+types/invitation.page'
import { acceptInvitation, viewInvitation } from './invitation.actions.server.ts'

const copy = {
  title: 'Your invitation',
  intro: (by: string, duties: string) =>
    `${by} invites you to work in the admin of Kohue. Your duties: ${duties}.`,
  account: (email: string) => `It is for the account of ${email}.`,
  logIn: 'Log in',
  register: 'Create an account',
  thenBack: 'with this address, then open the link of the email again.',
  logOut: 'Log out',
  accept: 'Accept',
  accepted: 'Welcome. You are one of the staff now.',
  refused: {
    unknown: 'There is no such invitation: it was taken back, or the link is not complete.',
    used: 'This invitation has already been used. If that was you, log in.',
    expired: 'This invitation has expired. Ask for a new one.',
    'other-account': 'You are logged in with another account. Log out first.',
    'second-address':
      'The account with this address was merged into another. Ask for an invitation to the address you log in with now.',
    'too-many': 'Too many links were tried from your network. Please try again in 15 minutes.',
  },
} as const

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewed = await viewInvitation(context.get(servicesContext), params.token, request.headers)
  if (!viewed.ok) return { refused: copy.refused[viewed.reason], invitation: null }
  const viewer = context.get(viewerContext)
  const { email, by, duties } = viewed
  const here = paths.invitation(params.token)
  const isOther = viewer !== null && viewer.email !== email
  return {
    refused: isOther ? copy.refused['other-account'] : null,
    invitation: { email, by, duties: dutyNames(duties), here, isIn: viewer !== null, isOther },
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext)
  const here = paths.invitation(params.token)
  if (!viewer) throw redirect(paths.login(here))
  const services = context.get(servicesContext)
  const accepted = await acceptInvitation(services, viewer, params.token, request.headers)
  if (!accepted.ok) {
    const sentence = copy.refused[accepted.reason]
    return redirectWithFlash(here, { tone: 'bad', sentence }, context)
  }
  return redirectWithFlash(paths.admin(), { tone: 'good', sentence: copy.accepted }, context)
}

export default function Invitation({ loaderData: { refused, invitation } }: Route.ComponentProps) {
  return (
    <FormPage title={copy.title}>
      {refused && <Notice tone="bad">{refused}</Notice>}
      {invitation && (
        <>
          <p>{copy.intro(invitation.by, invitation.duties)}</p>
          <p>{copy.account(invitation.email)}</p>
          {invitation.isOther ? (
            <form method="post" action={paths.logout()}>
              <Button kind="secondary">{copy.logOut}</Button>
            </form>
          ) : invitation.isIn ? (
            <form method="post">
              <Button>{copy.accept}</Button>
            </form>
          ) : (
            <>
              <ButtonLink href={paths.login(invitation.here)}>{copy.logIn}</ButtonLink>
              <p>
                <a href={paths.register()}>{copy.register}</a> {copy.thenBack}
              </p>
            </>
          )}
        </>
      )}
    </FormPage>
  )
}
