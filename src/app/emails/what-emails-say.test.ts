import { readFileSync, writeFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import type { MailKind, MailProps } from '#mail/mail.rules.ts'
import { mailKinds } from '#mail/mail.rules.ts'
import { pageText } from '#tests/harness/page-text.ts'

import { sampleEmail } from './sample-emails.ts'
import { samples } from './samples.ts'

type Props = Record<string, unknown>

/** The sample with one of its facts the other way around: what is not so, missing, or only one. */
const variantsOf = (sample: Props): [what: string, props: Props][] =>
  Object.entries(sample).flatMap(([name, value]): [string, Props][] => {
    if (typeof value === 'boolean') return [[`${name}: ${!value}`, { ...sample, [name]: !value }]]
    if (Array.isArray(value) && value.length > 1)
      return [[`one of ${name}`, { ...sample, [name]: value.slice(0, 1) }]]
    return typeof value === 'object' ? [] : [[`without ${name}`, { ...sample, [name]: null }]]
  })

function textOf(kind: MailKind, props: Props): string[] {
  const { subject, html } = sampleEmail(kind, props as MailProps[MailKind])
  const lines = pageText(html, { whole: true, hasTables: false }).main
  return [`Subject: ${subject}`, ...lines.map((line) => line.replaceAll(/\s*\u034F\s*/g, ''))]
}

/** A fact that this email can't be without shows as such a word, or throws. */
const isImpossible = (lines: readonly string[]) => /null|undefined|NaN|Invalid/.test(lines.join())

function addedBy(kind: MailKind, props: Props, usual: readonly string[]): string[] {
  try {
    const lines = textOf(kind, props)
    return isImpossible(lines) ? [] : lines.filter((line) => !usual.includes(line))
  } catch {
    return []
  }
}

test('every email says what was read and found right', () => {
  const lines: string[] = []
  const footers = new Set<string>()
  for (const kind of mailKinds()) {
    const sample = samples[kind] as Props
    const usual = textOf(kind, sample)
    const footer = usual.findIndex((line) => line.startsWith('Kohue, wines of'))
    const end = usual.slice(footer)
    const isKnown = footer >= 0 && footers.has(end.join())
    footers.add(end.join())
    lines.push('', `=== ${kind}`, ...(isKnown ? [...usual.slice(0, footer), '…'] : usual))
    for (const [what, props] of variantsOf(sample)) {
      const added = addedBy(kind, props, usual)
      if (added.length > 0) lines.push(`--- ${what}`, ...added)
    }
  }
  const file = new URL('../../../tests/fixtures/emails.txt', import.meta.url)
  if (process.env['REWRITE']) writeFileSync(file, `${lines.join('\n').trim()}\n`)
  expect(lines.slice(1)).toEqual(readFileSync(file, 'utf8').trimEnd().split('\n'))
})
