import { data } from 'react-router'

import { dutyNames } from '#platform/access/duties.copy.ts'
import { customerPage } from '#platform/action/customer-page.server.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { errorCopy } from '#platform/layout/errors.copy.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'

import type { Route } from './+types/invitation.page'
import { acceptInvitation, invitationRefused, viewInvitation } from './invitation.actions.server.ts'

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
} as const

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const page = customerPage({
  for: 'anyone',
  async load({ services, viewer, params, request }) {
    const token = params['token']!
    const viewed = await viewInvitation(services, token, request.headers)
    if (!viewed.ok) {
      const refused = invitationRefused[viewed.reason]
      return data({ refused, invitation: null }, viewed.reason === 'too-many' ? 429 : 404)
    }
    const { email, by, duties } = viewed
    const here = paths.invitation(token)
    const isOther = viewer !== null && viewer.email !== email
    return {
      refused: isOther ? invitationRefused['other-account'] : null,
      invitation: { email, by, duties: dutyNames(duties), here, isIn: viewer !== null, isOther },
    }
  },
  actions: acceptInvitation,
})
export const loader = page.loader
export const action = page.action

export default function Invitation({ loaderData: { refused, invitation } }: Route.ComponentProps) {
  if (!invitation) {
    return (
      <Ending kind="missing" title={copy.title} text={<p role="status">{refused}</p>}>
        <ButtonLink href={paths.home()}>{errorCopy.home}</ButtonLink>
      </Ending>
    )
  }
  return (
    <FormPage title={copy.title}>
      {refused && <Notice tone="bad">{refused}</Notice>}
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
    </FormPage>
  )
}
