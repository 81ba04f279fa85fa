import type { ReactElement, ReactNode } from 'react'
import { Fragment, isValidElement } from 'react'

type Props = { children?: ReactNode; href?: string; 'data-plain'?: 'skip' }

const blocks = new Set(['p', 'h1', 'h2', 'table', 'div'])

/**
 * A letter's words without its looks, from the same components: paragraphs apart, table rows one
 * a line, links with their address. Components may not use hooks; letters have no use for any.
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
  if (!isValidElement(node)) throw new Error('A letter holds something that is not text')
  return textOfElement(node as ReactElement<Props>)
}

function textOfElement(element: ReactElement<Props>): string {
  const type: unknown = element.type
  const { props } = element
  if (props['data-plain'] === 'skip') return ''
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

const linkText = (words: string, href: string) =>
  href === words || href === `mailto:${words}` ? words : `${words}: ${href}`
