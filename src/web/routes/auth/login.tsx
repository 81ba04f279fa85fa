import { Form, data, redirect } from 'react-router'

import { shopContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { safeReturnTo } from '#web/return-to.ts'

import type { Route } from './+types/login'

export const handle = { interactive: true }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const credentials = {
    email: String(form.get('email') ?? ''),
    password: String(form.get('password') ?? ''),
  }
  const signedIn = await context.get(shopContext).signIn(credentials, request.headers)
  if (!signedIn.ok) return data({ code: signedIn.code }, 400)
  const to = safeReturnTo(new URL(request.url).searchParams.get('to'), paths.members())
  return redirect(to, {
    headers: signedIn.cookies.map((cookie) => ['set-cookie', cookie]) as [string, string][],
  })
}

export default function Login({ actionData }: Route.ComponentProps) {
  return (
    <main id="content">
      <h1>Log in</h1>
      {actionData && <p role="alert">{actionData.code}</p>}
      <Form method="post" noValidate>
        <label>
          Email <input name="email" type="email" autoComplete="username" />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" />
        </label>
        <button>Log In</button>
      </Form>
    </main>
  )
}
