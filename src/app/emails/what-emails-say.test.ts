import { test } from 'vitest'
import { z } from 'zod'

import type { MailKind, MailProps } from '#mail/mail.rules.ts'
import { mailRule } from '#mail/mail.rules.ts'
import { expectText } from '#tests/harness/expected-text.ts'
import { moduleFolders } from '#tests/harness/module-folders.ts'
import { pageText } from '#tests/harness/page-text.ts'

import { sampleEmail } from './sample-emails.ts'
import { samples } from './samples.ts'

type Props = Record<string, unknown>

const leadingTo = (target: 'shop' | 'orders' | 'wines' | 'about') => ({
  ...{ kind: 'button' as const, text: `To ${target}`, target },
})

/** Facts that are neither so or not so, nor many or one. */
const furtherFacts: { [Kind in MailKind]?: readonly Partial<MailProps[Kind]>[] } = {
  campaign: [
    { blocks: [leadingTo('shop'), leadingTo('orders'), leadingTo('wines'), leadingTo('about')] },
    {
      blocks: [
        { kind: 'picture', picture: 'skyline', alt: 'The Andes in snow' },
        { kind: 'paragraph', text: 'One line,\nand another.\n\nA paragraph.' },
      ],
    },
  ],
  'confirm-subscription': [{ asked: 'new' }, { asked: 'in-writing' }],
  'erasure-confirmed': [{ orders: 1 }],
  'order-at-depot': [{ place: '' }],
  'order-delivered': [{ signedBy: '' }],
  'order-refunded': [{ reason: '' }],
  'password-changed': [{ passkeys: ['Phone', 'Laptop'] }],
  'release-notice': [{ wines: [{ title: '2023 Malbec', sold: 7, stock: null }] }],
  register: [{ firstName: '' }],
  'request-granted': [{ units: 1 }, { units: 12 }, { text: '' }],
  'waiting-line-closed': (['none', 'few'] as const).map((left) => ({
    wines: [
      { title: '2023 Malbec', left: 'none' as const },
      { title: '2023 Cabernet Sauvignon', left },
    ],
  })),
}

const isNested = (value: unknown): value is Props =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The sample with one of its facts the other way around: what is not so, missing, or only one. */
const variantsOf = (sample: Props): [what: string, props: Props][] =>
  Object.entries(sample).flatMap(([name, value]): [string, Props][] => {
    if (typeof value === 'boolean') return [[`${name}: ${!value}`, { ...sample, [name]: !value }]]
    if (Array.isArray(value) && value.length > 1)
      return [[`one of ${name}`, { ...sample, [name]: value.slice(0, 1) }]]
    if (isNested(value)) {
      return variantsOf(value).map(([what, part]): [string, Props] => {
        return [`${name}, ${what}`, { ...sample, [name]: part }]
      })
    }
    if (typeof value === 'object') return []
    return [[`without ${name}`, { ...sample, [name]: null }]]
  })

/** The values that a fact may have, where it is one of a few. */
function choicesOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options
  return schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? choicesOf(schema.unwrap())
    : []
}

/** The sample with each other value of such facts. */
const choicesIn = (kind: MailKind, sample: Props) =>
  Object.entries(mailRule(kind).props.shape).flatMap(([name, schema]) =>
    choicesOf(schema)
      .filter((choice) => choice !== sample[name])
      .map((choice): [string, Props] => [`${name}: ${choice}`, { ...sample, [name]: choice }]),
  )

const furtherOf = (kind: MailKind, sample: Props) =>
  (furtherFacts[kind] ?? []).map((facts): [string, Props] => {
    return [JSON.stringify(facts), { ...sample, ...facts }]
  })

function textOf(kind: MailKind, props: Props): string[] {
  const { subject, html } = sampleEmail(kind, props as MailProps[MailKind])
  const lines = pageText(html, { whole: true, hasTables: false }).main
  return [`Subject: ${subject}`, ...lines.map((line) => line.replaceAll(/\s*\u034F\s*/g, ''))]
}

/** A fact that this email can't be without shows as such a word, or throws. */
const isImpossible = (lines: readonly string[]) => /null|undefined|NaN|Invalid/.test(lines.join())

function changedBy(kind: MailKind, props: Props, usual: readonly string[]): string[] {
  try {
    const lines = textOf(kind, props)
    if (isImpossible(lines)) return []
    const gone = usual.filter((line) => !lines.includes(line)).map((line) => `- ${line}`)
    return [...gone, ...lines.filter((line) => !usual.includes(line))]
  } catch {
    return []
  }
}

/** What each kind says, and what else, or no longer, for each variant. A footer that is known is left out. */
function linesOf(kinds: readonly MailKind[]): string[] {
  const footers = new Set<string>()
  return kinds.flatMap((kind) => {
    const sample = samples[kind] as Props
    const usual = textOf(kind, sample)
    const at = usual.findIndex((line) => line.startsWith('Kohue, wines of'))
    const footer = usual.slice(at).join()
    const isKnown = at >= 0 && footers.has(footer)
    footers.add(footer)
    const variants = [
      ...variantsOf(sample),
      ...choicesIn(kind, sample),
      ...furtherOf(kind, sample),
    ].flatMap(([what, props]) => {
      const changed = changedBy(kind, props, usual)
      return changed.length > 0 ? [`--- ${what}`, ...changed] : []
    })
    return ['', `=== ${kind}`, ...(isKnown ? [...usual.slice(0, at), '…'] : usual), ...variants]
  })
}

const writing = (await moduleFolders()).flatMap(([folder, { mails = [] }]) => {
  const kinds = mails.flatMap((one) => Object.keys(one.kinds) as MailKind[])
  return kinds.length > 0 ? [[folder, kinds] as const] : []
})

test.each(writing)('the emails of %s say what was read and found right', (folder, kinds) => {
  expectText(`../../${folder}/emails`, linesOf(kinds))
})
