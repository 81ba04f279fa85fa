import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { NothingYet } from '#platform/layout/nothing-yet.tsx'
import { useDates } from '#platform/text/dates.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { aside, atMost, cluster, fields, letters, ruled, stack } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'

import type { OwnRequest } from './own-requests.actions.server.ts'
import {
  isChangeable,
  isForWine,
  isInWords,
  kindFacts,
  maxRequestText,
  maxRequestUnits,
  requestNumber,
} from './request.rules.ts'
import { requestsCopy as copy } from './requests.copy.ts'

import styles from './own-requests.module.css'

type Props = { requests: readonly OwnRequest[]; sent: Sent | undefined }

/** What the customer asked for, newest first, and what they can still do about it. */
export function OwnRequests({ requests, sent }: Props) {
  const hasOpen = requests.some(({ kind, state }) => kind === 'other' && state === 'open')
  return (
    <div className={stack(4)}>
      {requests.length === 0 ? (
        <NothingYet title={copy.title} text={copy.none} action={copy.shop} />
      ) : (
        <ul className={stack(4, { width: 44 })}>
          {requests.map((request, index) => (
            <li key={request.number} className={index > 0 ? ruled(4) : undefined}>
              <OneRequest
                request={request}
                sent={sentBy(sent, { intent: 'change', number: String(request.number) })}
              />
            </li>
          ))}
        </ul>
      )}
      {!hasOpen && (
        <AskForm
          sent={sentBy(sent, { intent: 'ask' })}
          title={requests.length === 0 ? copy.askFirst : copy.askAlso}
        />
      )}
    </div>
  )
}

/** A free-text request: one at a time. */
function AskForm({ sent, title }: { sent: Sent | null; title: string }) {
  const isSending = useNavigation().formData?.get('intent') === 'ask'
  return (
    <section className={classes(stack(1, { width: 44 }), ruled(4))} aria-labelledby="ask">
      <h2 id="ask">{title}</h2>
      <p className={letters.note}>{copy.askIntro}</p>
      <Form method="post" className={fields(26)}>
        <TextArea
          label={copy.askText}
          rows={4}
          maxLength={maxRequestText}
          hint={copy.askHint(maxRequestText)}
          required
          {...fieldsOf(sent)('text')}
        />
        <Button kind="secondary" name="intent" value="ask" inactive={isSending}>
          {copy.askSend}
        </Button>
      </Form>
    </section>
  )
}

type OneProps = { request: OwnRequest; sent: Sent | null }

function OneRequest({ request, sent }: OneProps) {
  const { number, kind, wine, units, state, position, answer, kept } = request
  const dates = useDates()
  const { title, states } = copy.kinds[kind]
  const what = title(wine)
  return (
    <article className={stack(1.5, { align: 'start' })} aria-labelledby={`request-${number}`}>
      <p className={letters.note}>
        {requestNumber(number)} · {copy.asked(dates.longDay(request.createdAt))}
      </p>
      <h2 id={`request-${number}`}>{what}</h2>
      <p className={letters.lead}>{states?.[state] ?? copy.states[state]}</p>
      {position && <p>{copy.position(position.place, position.of)}</p>}
      {state === 'open' && isForWine(kind) && <p className={letters.note}>{copy.wish(units)}</p>}
      {state === 'granted' && kept && (
        <>
          <p>{copy.granted(kept.units, dates.longMoment(kept.until))}</p>
          <ButtonLink href={paths.wineOnSale(request.productId!)}>{copy.buy}</ButtonLink>
        </>
      )}
      {isOver(request) && answer?.until && <p>{copy.over(dates.longMoment(answer.until))}</p>}
      {isInWords(kind) && <p className={classes(letters.typed, atMost(36))}>{request.text}</p>}
      {answer?.text && (
        <blockquote className={classes(aside, letters.typed, atMost(36), styles.answer)}>
          {answer.text}
        </blockquote>
      )}
      {state === 'open' && isChangeable(kind) && <ChangeForm {...{ request, sent }} />}
      {(state === 'open' || state === 'waiting') && (
        <RequestForm
          number={number}
          intent="withdraw"
          {...(kindFacts[kind].hasQueue && { hint: copy.withdrawHint })}
        >
          <span aria-hidden="true">{copy.withdraw}</span>
          <span className="visually-hidden">{copy.withdrawNamed(what)}</span>
        </RequestForm>
      )}
      {state === 'declined' && isForWine(kind) && (
        <RequestForm number={number} intent="stay">
          {copy.stay}
        </RequestForm>
      )}
    </article>
  )
}

/** A grant that was not bought in its time; its request is closed within a minute. */
const isOver = ({ state, kept }: OwnRequest): boolean =>
  state === 'lapsed' || (state === 'granted' && !kept)

function ChangeForm({ request, sent }: OneProps) {
  const { number, kind, version, units, text } = request
  const field = fieldsOf(sent, { units: String(units), text })
  return (
    <details className={classes(letters.sans, styles.change)} open={sent !== null}>
      <summary className={letters.more}>{copy.change}</summary>
      <Form method="post" className={fields(26)} key={version}>
        <input type="hidden" name="number" value={number} />
        <input type="hidden" name="version" value={version} />
        {isForWine(kind) && (
          <SelectField
            label={copy.cases}
            {...field('units')}
            hint={copy.keeps}
            options={Array.from({ length: maxRequestUnits }, (_, index) => ({
              value: String(index + 1),
              label: String(index + 1),
            }))}
          />
        )}
        <TextArea
          label={isForWine(kind) ? copy.text : copy.words}
          required={!isForWine(kind)}
          rows={3}
          maxLength={maxRequestText}
          {...field('text')}
        />
        <SendButton number={number} intent="change">
          {copy.save}
        </SendButton>
      </Form>
    </details>
  )
}

type Intent = 'change' | 'withdraw' | 'stay'
type FormProps = { number: number; intent: Intent; hint?: string; children: ReactNode }

function RequestForm({ number, intent, hint, children }: FormProps) {
  return (
    <Form method="post" className={cluster([1, 2])}>
      <input type="hidden" name="number" value={number} />
      <SendButton number={number} intent={intent}>
        {children}
      </SendButton>
      {hint && <p className={letters.note}>{hint}</p>}
    </Form>
  )
}

function SendButton({ number, intent, children }: Omit<FormProps, 'hint'>) {
  const sending = useNavigation().formData
  const isSending = sending?.get('number') === String(number) && sending.get('intent') === intent
  return (
    <Button
      kind={intent === 'withdraw' ? 'danger' : 'secondary'}
      name="intent"
      value={intent}
      inactive={isSending}
    >
      {children}
    </Button>
  )
}
