import { Form, data, redirect } from 'react-router'

import { shopContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/register'

export const handle = { interactive: true }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const registered = await context.get(shopContext).register(
    {
      firstName: text('firstname'),
      lastName: text('lastname'),
      email: text('email'),
      password: text('password'),
    },
    request.headers,
  )
  if (!registered.ok) return data({ code: registered.code }, 400)
  return redirect(paths.members(), {
    headers: registered.cookies.map((cookie) => ['set-cookie', cookie]) as [string, string][],
  })
}

export default function Register({ actionData }: Route.ComponentProps) {
  return (
    <main id="content">
      <h1>Register</h1>
      {actionData && <p role="alert">{actionData.code}</p>}
      <Form method="post" noValidate>
        <label>
          First name <input name="firstname" autoComplete="given-name" />
        </label>
        <label>
          Last name <input name="lastname" autoComplete="family-name" />
        </label>
        <label>
          Email <input name="email" type="email" autoComplete="username" />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="new-password" />
        </label>
        <button>Sign In</button>
      </Form>
    </main>
  )
}
