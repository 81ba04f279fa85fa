import { createHash } from 'node:crypto'

import cinzel from '#ui/fonts/cinzel.woff2?url'
import garamond from '#ui/fonts/eb-garamond.woff2?url'

/** Of what stands in HTML, between tags or in quotes. */
export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** What a Content-Security-Policy names an inline style or script by. */
export const hashOf = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const face = (name: string, url: string) =>
  `@font-face{font-family:'${name}';src:url(${url}) format('woff2');font-display:swap}`

/** Of pages that are sent without React: the shop's faces and colors, in the page itself. */
export const standaloneStyle = `
${face('Cinzel', cinzel)}${face('EB Garamond', garamond)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:#f3eadb;color:#2b2019;font:1.1875rem/1.55 'EB Garamond',Garamond,'Palatino Linotype',Palatino,Georgia,serif;display:grid;grid-template-rows:auto 1fr auto}
header,footer{padding:1.5rem clamp(1.25rem,.4rem + 3.6vw,4.5rem)}
header{border-bottom:1px solid #dbc6a6;letter-spacing:.3em;text-transform:uppercase;text-align:center}
header,h1,.caps,.button{font-family:Cinzel,'Palatino Linotype',Palatino,Georgia,serif}
header a{color:#1a110b;text-decoration:none}
main{width:100%;max-width:46rem;margin:auto;padding:clamp(2rem,6vw,5rem) clamp(1.25rem,.4rem + 3.6vw,4.5rem);text-align:center}
h1{margin:.5rem 0 0;font-weight:400;font-size:clamp(1.5rem,1.1rem + 1.8vw,2.5rem);line-height:1.2;text-wrap:balance;color:#36251a;overflow-wrap:anywhere}
.caps{margin:0 auto;color:#72563f;font-size:.875rem;letter-spacing:.12em;text-transform:uppercase}
.rule{width:5rem;border:0;border-top:1px solid #ad8f71;margin:2rem auto}
p{margin:.75rem auto;max-width:34em;text-wrap:pretty}
:focus-visible{outline:3px solid #824f2a;outline-offset:3px}
`
