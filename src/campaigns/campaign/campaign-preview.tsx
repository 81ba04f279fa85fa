import { useEffect, useState } from 'react'
import { Form, Link } from 'react-router'

import { paths } from '#platform/http/paths.rules.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { card, cluster, grow, letters, part } from '#ui/layout.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { TextField } from '#ui/text-field.tsx'

import { campaignCopy as copy } from './campaigns.copy.ts'
import type { Campaign } from './campaigns.store.server.ts'
import { editorForm } from './content-errors.ts'
import type { Verdict, ViewedRecipient } from './preview-campaign.actions.server.ts'
import type { Recipient } from './recipients.store.server.ts'

import styles from './campaign.module.css'

type Props = {
  campaign: Pick<Campaign, 'id' | 'state' | 'version'>
  subject: string
  text: string
  /** The search and the people found; null without a search. */
  search: string
  people: Recipient[] | null
  /** The recipient it is rendered for; null for sample data. */
  recipient: ViewedRecipient | null
}

/** The email as it was saved, or is typed, typeset on a wide and on a narrow screen, and as plain text. */
export function CampaignPreview({ campaign, subject, text, recipient, ...found }: Props) {
  const { id, version } = campaign
  const address = (as?: string) => paths.campaignPreview(id, { as, v: String(version) })
  const shownTo = address(recipient?.id ?? 'known')
  const frames = [
    ['wide', 'On a computer', shownTo],
    ['narrow', 'On a phone', shownTo],
    ['unknown', 'Without their details', address()],
  ] as const
  // The other one would have to be scrolled sideways.
  useEffect(() => {
    if (!matchMedia('(width < 40rem)').matches) return
    document.querySelector<HTMLInputElement>('[name=screen][value=narrow]')!.checked = true
  }, [])
  return (
    <section className={classes(part(1.5), styles.preview)} aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <p className={letters.note}>
        Subject: <strong>{subject}</strong>
      </p>
      <ShownTo id={id} recipient={recipient} />
      <details open={found.people !== null}>
        <summary>{copy.findPerson}</summary>
        <FindRecipient id={id} {...found} />
      </details>
      <RadioGroup
        row
        legend="How it is read"
        name="screen"
        defaultValue="wide"
        options={frames.map(([value, label]) => ({ value, label }))}
      />
      <Frames key={version} frames={frames} />
      <p className={letters.note}>
        Links in the preview lead to the home page. In the email they are the recipient’s own, and
        the footer says how they agreed to it.
      </p>
      <details>
        <summary>As plain text</summary>
        <pre className={classes(card, letters.anywhere, styles.plain)}>{text}</pre>
      </details>
    </section>
  )
}

/** So long after typing ends the preview follows, in milliseconds. */
const pause = 600

type FramesProps = {
  frames: readonly (readonly [screen: string, title: string, address: string])[]
}

/**
 * The frames as the email was saved; then as it is typed: the editor's fields are sent into fresh frames,
 * which adds nothing to the history of the page, and nothing is saved.
 */
function Frames({ frames }: FramesProps) {
  const [typed, setTyped] = useState(0)
  useEffect(() => {
    const editor = document.getElementById(editorForm)
    let timer = 0
    const later = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => setTyped((before) => before + 1), pause)
    }
    editor?.addEventListener('input', later)
    return () => {
      clearTimeout(timer)
      editor?.removeEventListener('input', later)
    }
  }, [])
  const addresses = JSON.stringify(frames.map(([, title, address]) => [title, address]))
  useEffect(() => {
    const editor = document.getElementById(editorForm)
    if (typed === 0 || !(editor instanceof HTMLFormElement)) return
    for (const [target, action] of JSON.parse(addresses) as [string, string][]) {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', hidden: true, target, action })
      for (const [name, value] of new FormData(editor)) {
        const input = document.createElement('input')
        form.append(Object.assign(input, { type: 'hidden', name, value }))
      }
      document.body.append(form)
      form.submit()
      form.remove()
    }
  }, [typed, addresses])
  return (
    <div>
      {frames.map(([screen, title, address]) => (
        <div
          key={screen}
          className={styles.frame}
          data-screen={screen}
          role="group"
          aria-label={title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
          tabIndex={0}
        >
          <iframe
            key={typed}
            name={title}
            src={typed === 0 ? address : undefined}
            title={title}
            sandbox=""
          />
        </div>
      ))}
    </div>
  )
}

/** Sends what is shown to the staff member; of a draft, as it is typed now. */
export function TestButton({ campaign, recipient }: Pick<Props, 'campaign' | 'recipient'>) {
  const form = campaign.state === 'draft' ? editorForm : 'test'
  return (
    <>
      {form === 'test' && <Form method="post" id={form} preventScrollReset />}
      {recipient && <input type="hidden" name="as" value={recipient.id} form={form} />}
      <Button kind="secondary" name="intent" value="test" form={form}>
        Send me a test
      </Button>
    </>
  )
}

/** Finds a person by name or address, to show the email as they would get it. */
function FindRecipient({ id, search, people }: Pick<Props, 'search' | 'people'> & { id: string }) {
  return (
    <>
      <Form
        method="get"
        className={cluster(2, { align: 'end', width: 40 })}
        role="search"
        preventScrollReset
      >
        <TextField
          label="Name or email"
          name="person"
          type="search"
          className={grow}
          defaultValue={search}
        />
        <Button kind="secondary">Find</Button>
      </Form>
      {people && (
        <ul className={classes(letters.listed, letters.tight)} aria-label={copy.findPerson}>
          {people.map((one) => (
            <li key={one.id}>
              <Link to={paths.campaign(id, { as: one.id })} preventScrollReset>
                {one.name || one.email}
              </Link>
              {one.name && <span className={letters.note}> {one.email}</span>}
            </li>
          ))}
          {people.length === 0 && <li>No one matches.</li>}
        </ul>
      )}
    </>
  )
}

function ShownTo({ id, recipient }: { id: string; recipient: ViewedRecipient | null }) {
  if (!recipient) return <p className={letters.tight}>Shown with example values.</p>
  const { name, email, wave, verdict } = recipient
  return (
    <p className={letters.tight}>
      As <strong>{name || email}</strong>, who {sentenceOf(verdict)}{' '}
      {wave && (
        <>
          {wave.name ? `Wave: ${wave.name}` : 'Release'}, <ShopMoment at={new Date(wave.opensAt)} />
          .{' '}
        </>
      )}
      <Link to={paths.campaign(id, { as: 'examples' })} preventScrollReset>
        Use example values
      </Link>
    </p>
  )
}

function sentenceOf(verdict: Verdict): string {
  if (verdict.kind === 'gets-it') return 'will get it.'
  if (verdict.kind === 'not-in-audience') return 'is not in the audience.'
  if (verdict.kind === 'left-out') return `does not get it: ${copy.reasons[verdict.reason]}.`
  const { outcome, reason } = verdict
  const outcomes = {
    queued: 'is next',
    sent: 'got it',
    suppressed: 'did not get it',
    rejected: 'never got it: their server rejected it',
    failed: 'did not get it: sending failed',
  }
  return `${outcomes[outcome]}${reason ? `: ${copy.reasons[reason]}` : ''}.`
}
