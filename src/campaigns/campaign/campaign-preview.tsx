import { useEffect, useState } from 'react'
import { Form, Link } from 'react-router'

import type { Campaign } from './campaigns.store.server.ts'
import type { Recipient } from './recipients.store.server.ts'
import { campaignCopy as copy } from './campaigns.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Verdict, ViewedRecipient } from './preview-campaign.actions.server.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { cluster, letters } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

import styles from './campaign.module.css'
import { editorForm } from './content-errors.ts'

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
    [copy.previewAt(600), styles.wide, shownTo],
    [copy.previewAt(320), styles.narrow, shownTo],
    ...(recipient
      ? []
      : [['Where nothing is known of a person, at 320 pixels', styles.narrow, address()] as const]),
  ] as const
  return (
    <section className={styles.preview} aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <TestButton campaign={campaign} recipient={recipient} />
      <FindRecipient id={id} {...found} />
      {recipient && <ShownTo id={id} recipient={recipient} />}
      <p className={letters.note}>
        Subject: <strong>{subject}</strong>
      </p>
      <Frames key={version} frames={frames} />
      <p className={letters.note}>
        Here the link to their purchase and those at the foot lead to the home page. In the email
        they are the recipient’s own, and its foot says how they agreed to it.
      </p>
      <details>
        <summary>As plain text</summary>
        <pre className={styles.plain}>{text}</pre>
      </details>
    </section>
  )
}

/** So long after typing ends the preview follows, in milliseconds. */
const pause = 600

type FramesProps = { frames: readonly (readonly [string, string | undefined, string])[] }

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
  const addresses = JSON.stringify(frames.map(([title, , address]) => [title, address]))
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
    <div className={styles.previews}>
      {frames.map(([title, className, address]) => (
        <figure key={title}>
          <figcaption className={letters.note}>{title}</figcaption>
          <div className={styles.frame}>
            <iframe
              key={typed}
              className={className}
              name={title}
              src={typed === 0 ? address : undefined}
              title={title}
              sandbox=""
            />
          </div>
        </figure>
      ))}
    </div>
  )
}

/** Sends what is shown to the staff member; of a draft, as it is typed now. */
function TestButton({ campaign, recipient }: Pick<Props, 'campaign' | 'recipient'>) {
  const form = campaign.state === 'draft' ? editorForm : 'test'
  return (
    <>
      {form === 'test' && <Form method="post" id={form} preventScrollReset />}
      {recipient && <input type="hidden" name="as" value={recipient.id} form={form} />}
      <div className={cluster([1, 2])}>
        <Button kind="secondary" name="intent" value="test" form={form}>
          Send me this one
        </Button>
      </div>
    </>
  )
}

/** Finds a person by name or address, to show the email as they would get it. */
function FindRecipient({ id, search, people }: Pick<Props, 'search' | 'people'> & { id: string }) {
  return (
    <>
      <Form method="get" className={styles.find} role="search" preventScrollReset>
        <TextField label={copy.findPerson} name="person" type="search" defaultValue={search} />
        <Button kind="secondary">Find</Button>
      </Form>
      {people && (
        <ul className={styles.list} aria-label={copy.findPerson}>
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

function ShownTo({ id, recipient }: { id: string; recipient: ViewedRecipient }) {
  const { name, email, wave, verdict } = recipient
  return (
    <Notice tone={verdict.kind === 'gets-it' ? 'good' : 'info'}>
      <strong>{name || email}</strong> {sentenceOf(verdict)}{' '}
      {wave && (
        <>
          {wave.name ? `Their wave, ${wave.name}, opens` : 'The release opens for them'}{' '}
          <ShopMoment at={new Date(wave.opensAt)} />.{' '}
        </>
      )}
      <Link to={paths.campaign(id)} preventScrollReset>
        Back to the examples
      </Link>
    </Notice>
  )
}

function sentenceOf(verdict: Verdict): string {
  if (verdict.kind === 'gets-it') return 'gets it, as things stand.'
  if (verdict.kind === 'not-in-audience') return 'is not in the audience.'
  if (verdict.kind === 'left-out') return `does not get it: ${copy.reasons[verdict.reason]}.`
  const { outcome, reason } = verdict
  return `${copy.outcomes[outcome]}${reason ? `: ${copy.reasons[reason]}` : ''}.`
}
