import type { ReactElement, ReactNode } from 'react'
import { Fragment, isValidElement } from 'react'

type Props = { children?: ReactNode; href?: string; 'data-plain'?: 'skip' | 'inline' }

const blocks = new Set(['p', 'h1', 'h2', 'table', 'div'])

/**
 * The plain-text part, from the same components as the HTML: paragraphs apart, one line per table
 * row (`data-plain="inline"` for a table inside one), links with their address. Components may not use hooks, and emails need none.
 */
export function plainText(node: ReactNode): string {
  return textOf(node)
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .concat('\n')
}

function textOf(node: ReactNode): string {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (!isValidElement(node)) throw new Error('An email contains something that is not text')
  return textOfElement(node as ReactElement<Props>)
}

function textOfElement(element: ReactElement<Props>): string {
  const type: unknown = element.type
  const { props } = element
  if (props['data-plain'] === 'skip') return ''
  if (props['data-plain'] === 'inline') return textOf(props.children).trim()
  if (typeof type === 'function') {
    return textOf((type as (props: Props) => ReactNode)(props))
  }
  if (type === 'br') return '\n'
  const inside = textOf(props.children)
  if (type === Fragment) return inside
  if (type === 'tr') return `${inside.replace(/ {2,}$/, '')}\n`
  if (type === 'td') return inside && `${inside}  `
  if (type === 'a' && props.href) return linkText(inside, props.href)
  return blocks.has(String(type)) ? `\n\n${inside}\n\n` : inside
}

const linkText = (text: string, href: string) =>
  href === text || href === `mailto:${text}` ? text : `${text}: ${href}`
