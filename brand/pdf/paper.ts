import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** The brand's type, from the @fontsource packages; printing embeds only the letters used. */
const faces = [
  ['Cinzel', 'normal', 400, 'cinzel/files/cinzel-latin-400-normal.woff2'],
  ['EB Garamond', 'normal', 400, 'eb-garamond/files/eb-garamond-latin-400-normal.woff2'],
  ['EB Garamond', 'italic', 400, 'eb-garamond/files/eb-garamond-latin-400-italic.woff2'],
] as const

const dataUrl = async (file: string | URL, type: string) =>
  `data:${type};base64,${await readFile(file, 'base64')}`

async function fontFaces(): Promise<string> {
  const rules = faces.map(async ([family, style, weight, file]) => {
    const url = await dataUrl(resolve(`@fontsource/${file}`), 'font/woff2')
    return `@font-face { font-family: '${family}'; font-style: ${style}; font-weight: ${weight}; src: url(${url}) }`
  })
  return (await Promise.all(rules)).join('\n')
}

/** Text as it may stand in HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)

/** A drawing of the brand folder, for the eye only: the text says what matters. */
export async function drawing(file: string): Promise<string> {
  const svg = await readFile(new URL(`../${file}`, import.meta.url), 'utf8')
  return svg.replace(/ role="img"/, ' aria-hidden="true"').replace(/ aria-label="[^"]*"/, '')
}

/** A whole document in the brand's layout, ready to print. */
export async function paper(title: string, body: string): Promise<string> {
  const styles = await readFile(new URL('paper.css', import.meta.url), 'utf8')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>${await fontFaces()}\n${styles}</style>
</head>
<body>${body}</body>
</html>`
}
