import { data, Form, Link } from 'react-router'

import { adminRequestCopy, requestSettingsCopy as copy } from '../admin-requests.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { maxAnswerText, maxSavedAnswers } from '../request.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { Block } from '#platform/layout/block.tsx'
import styles from '../requests.module.css'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/settings.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await context.get(shopContext).viewRequestSettings(memberOf(context))
  if (!settings) throw httpError(403)
  return settings
}

export async function action({ request, context }: Route.ActionArgs) {
  const { shop, viewer } = callerOf(context)
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const back = (sentence: string) =>
    redirectWithFlash(paths.requestSettings(), { tone: 'good', sentence }, context)
  const intent = field('intent')
  if (intent === 'turn-on' || intent === 'turn-off') {
    const isOn = intent === 'turn-on'
    if (!(await shop.showRequests(viewer, isOn))) throw httpError(403)
    return back(isOn ? copy.turnedOn : copy.turnedOff)
  }
  if (intent === 'remove') {
    if (!(await shop.dropAnswer(viewer, field('id')))) throw httpError(403)
    return back(copy.removed)
  }
  if (intent !== 'keep') throw httpError(400)
  const typed = { name: field('name'), text: field('text') }
  const kept = permitted(await shop.keepAnswer(viewer, typed))
  if (kept.ok) return back(copy.kept)
  return data({ typed, error: adminRequestCopy.errors[kept.reason] }, 400)
}

export default function RequestSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, saved } = loaderData
  const refused = actionData ?? null
  return (
    <AdminPage
      title={copy.title}
      actions={<Link to={paths.staffRequests({ state: 'open' })}>{adminRequestCopy.all}</Link>}
    >
      <div>
        <Block id="answer-here" title={copy.answerHere}>
          <Form method="post" className={styles.form}>
            <p>{isOn ? copy.isOn : copy.isOff}</p>
            <Button kind="secondary" name="intent" value={isOn ? 'turn-off' : 'turn-on'}>
              {isOn ? copy.turnOff : copy.turnOn}
            </Button>
          </Form>
        </Block>
        <Block id="saved-answers" title={copy.saved}>
          {saved.length === 0 ? (
            <p>{copy.noneSaved}</p>
          ) : (
            <ul className={styles.answers}>
              {saved.map(({ id, name, text }) => (
                <li key={id}>
                  {name}
                  <blockquote>{text}</blockquote>
                  <ButtonForm
                    kind="quiet"
                    fields={{ id }}
                    intent="remove"
                    aria-label={copy.removeNamed(name)}
                  >
                    {copy.remove}
                  </ButtonForm>
                </li>
              ))}
            </ul>
          )}
        </Block>
        {(saved.length < maxSavedAnswers || refused) && (
          <Block id="save-answer" title={copy.add}>
            <Form method="post" className={styles.form} key={saved.length}>
              {refused && <Notice tone="bad">{refused.error}</Notice>}
              <TextField
                name="name"
                label={copy.name}
                maxLength={60}
                defaultValue={refused?.typed.name}
                required
              />
              <TextArea
                name="text"
                label={copy.text}
                rows={5}
                maxLength={maxAnswerText}
                defaultValue={refused?.typed.text}
                required
              />
              <Button name="intent" value="keep">
                {copy.save}
              </Button>
            </Form>
          </Block>
        )}
      </div>
    </AdminPage>
  )
}
