import { Form, Link } from 'react-router'

import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { aside, fields, letters, stack } from '#ui/layout.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { requestCopy } from '../admin-requests.copy.ts'
import { maxAnswerText, maxSavedAnswers } from '../request.rules.ts'
import { savedAnswersNow } from '../saved-answers.store.server.ts'
import type { Route } from './+types/settings.page'
import { dropAnswer, keepAnswer, rewordAnswer, showRequests } from './settings.actions.server.ts'

const page = staffPage({
  needs: 'answer-requests',
  async load({ db }) {
    const [isOn, saved] = await Promise.all([
      isSwitchedOn(db, 'answer-requests'),
      savedAnswersNow(db),
    ])
    return { isOn, saved }
  },
  actions: { turn: showRequests, keep: keepAnswer, reword: rewordAnswer, remove: dropAnswer },
})
export const loader = page.loader
export const action = page.action
export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const title = 'Request settings'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, title)

export default function RequestSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, saved } = loaderData
  const sent = sentBy(actionData, { intent: 'keep' })
  const field = fieldsOf(sent)
  return (
    <AdminPage
      title={title}
      actions={<Link to={paths.staffRequests({ state: 'open' })}>{requestCopy.all}</Link>}
    >
      <div>
        <Block id="answer-here" title="Answer here">
          <div className={fields(34)}>
            <p>
              {isOn
                ? 'Customers follow their requests, and their place in line, on a page of their own.'
                : 'Requests reach you by email. They are recorded here, and customers don’t see them yet.'}
            </p>
            <ButtonForm kind="secondary" intent="turn" fields={{ to: isOn ? 'off' : 'on' }}>
              {isOn ? 'Turn off' : 'Turn on'}
            </ButtonForm>
          </div>
        </Block>
        {saved.length > 0 && (
          <Block id="saved-answers" title="Saved answers">
            <ul className={stack(2)}>
              {saved.map(({ id, name, text }) => (
                <li key={id} className={stack(1)}>
                  {name}
                  <blockquote className={classes(aside, letters.typed)}>{text}</blockquote>
                  <Rewording
                    {...{ id, name, text }}
                    key={text}
                    sent={sentBy(actionData, { intent: 'reword', id })}
                  />
                  <ButtonForm
                    kind="quiet"
                    fields={{ id }}
                    intent="remove"
                    aria-label={`Remove: ${name}`}
                  >
                    Remove
                  </ButtonForm>
                </li>
              ))}
            </ul>
          </Block>
        )}
        {(saved.length < maxSavedAnswers || sent) && (
          <Block id="save-answer" title="Save an answer">
            <Form method="post" className={fields(34)} key={saved.length}>
              <TextField label="Name, for you" maxLength={60} required {...field('name')} />
              <TextArea
                label="Text"
                rows={5}
                maxLength={maxAnswerText}
                required
                {...field('text')}
              />
              <Button name="intent" value="keep">
                Save
              </Button>
            </Form>
          </Block>
        )}
      </div>
    </AdminPage>
  )
}

type RewordingProps = { id: string; name: string; text: string; sent: Sent | null }

/** Opens to the form of a saved answer, and stays open where it was refused. */
const Rewording = ({ id, name, text, sent }: RewordingProps) => (
  <details open={sent !== null}>
    <summary aria-label={`Edit: ${name}`}>Edit</summary>
    <Form method="post" className={fields(34)}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="was" value={text} />
      <TextArea
        label="Text"
        rows={5}
        maxLength={maxAnswerText}
        required
        {...fieldsOf(sent, { text })('text')}
      />
      <Button kind="secondary" name="intent" value="reword">
        Save
      </Button>
    </Form>
  </details>
)
