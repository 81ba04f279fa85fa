import { randomUUID } from 'node:crypto'

import { data, Form, Link, redirect } from 'react-router'

import { mergeCopy as copy } from './merges.copy.ts'
import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import type { MergeChoices } from './merge.rules.ts'
import { mergePartNames } from './merge.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { GoneRecord } from '#platform/form/gone-record.tsx'
import { MergeForm } from './merge-form.tsx'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, requireFreshCode } from '#platform/http/guards.ts'
import { permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { cluster, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/merge-user.page'

export const middleware: Route.MiddlewareFunction[] = [requireFreshCode]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const other = url.searchParams.get('with') ?? ''
  const { shop, viewer } = callerOf(context)
  const viewed = permitted(await shop.viewMerge(viewer, params.id, other))
  if (!viewed.ok) {
    return data({ into: null, from: null, other, problem: null, key: '' }, { status: 404 })
  }
  const { into, from, isSelf } = viewed
  const problem = from || !other ? null : isSelf ? copy.refused.self : copy.unknown
  const status = problem ? (isSelf ? 400 : 404) : 200
  return data({ into, from, other, problem, key: randomUUID() }, { status })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { shop, viewer } = callerOf(context)
  const form = await request.formData()
  const here = paths.person(params.id)
  const intent = textOf(form, 'intent')
  if (intent === 'undo') {
    const undone = permitted(await shop.undoMerge(viewer, textOf(form, 'merge')))
    if (undone.ok) return redirectWithFlash(here, { tone: 'good', sentence: copy.undid }, context)
    const sentence = copy.undoRefused[undone.reason]
    return redirectWithFlash(here, { tone: 'bad', sentence }, context)
  }
  const other = textOf(form, 'from')
  if (intent === 'distinct') {
    permitted(await shop.dismissDuplicate(viewer, params.id, other))
    const message = { tone: 'info', sentence: copy.dismissed } as const
    return redirectWithFlash(paths.duplicates(), message, context)
  }
  if (intent !== 'merge') return redirect(paths.mergeUser(params.id, other), 303)
  const merged = permitted(
    await shop.mergePeople(viewer, {
      key: textOf(form, 'key'),
      into: { id: params.id, version: wholeNumberIn(textOf(form, 'intoVersion')) },
      from: { id: other, version: wholeNumberIn(textOf(form, 'fromVersion')) },
      choices: choicesIn(form),
      sum: form.has('sum'),
    }),
  )
  if (merged.ok) return redirectWithFlash(here, { tone: 'good', sentence: copy.done }, context)
  return data({ error: copy.refused[merged.reason] }, 409)
}

const choicesIn = (form: FormData): MergeChoices =>
  Object.fromEntries(
    mergePartNames.map((part) => [part, textOf(form, part) === 'from' ? 'from' : 'into'] as const),
  )

/** Two accounts side by side, what stays of each, and the merge; first the question which other. */
export default function MergeUser({ loaderData, actionData }: Route.ComponentProps) {
  const { into, from, other, problem, key } = loaderData
  if (!into) return <GoneRecord backTo={paths.usersList()} />
  const { id } = into.user
  return (
    <AdminPage
      title={copy.title}
      actions={<Link to={paths.person(id)}>{into.user.fields.email}</Link>}
    >
      {actionData && <Notice tone="bad">{actionData.error}</Notice>}
      {from ? (
        <MergeForm into={into} from={from} formKey={key} />
      ) : (
        <Form method="get" className={stack(4, { width: 46, text: 'sans' })}>
          <p>{copy.askText}</p>
          <TextField
            name="with"
            type="email"
            label={copy.ask}
            defaultValue={other}
            error={problem ?? undefined}
          />
          <div className={cluster(2)}>
            <Button>{copy.find}</Button>
          </div>
        </Form>
      )}
    </AdminPage>
  )
}
