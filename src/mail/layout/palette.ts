/** The brand's colors as literal values, because few email clients support CSS variables. */
export const light = {
  ground: '#f3eadb',
  sheet: '#fdf8ee',
  ink: '#2b2019',
  muted: '#72563f',
  rule: '#dbc6a6',
  button: '#36251a',
  onButton: '#fdf8ee',
  panel: '#f1e4cc',
} as const

export const dark = {
  ground: '#1a110b',
  sheet: '#251910',
  ink: '#f1e4cc',
  muted: '#c9ad8b',
  rule: '#5a432f',
  button: '#dbc6a6',
  onButton: '#1a110b',
} as const

/** System fonts only: Outlook replaces a font that is not installed with Times. */
export const serif = "Georgia, 'Times New Roman', serif"
export const sans = 'Helvetica, Arial, sans-serif'

/**
 * For clients that read style sheets, beyond the inline styles: dark colors (Outlook on the web marks
 * darkened emails with `data-ogsc`), and less margin on small screens.
 */
const darkRules = (prefix: string) =>
  [
    `${prefix} .ground{background-color:${dark.ground}!important}`,
    `${prefix} .sheet{background-color:${dark.sheet}!important;border-color:${dark.rule}!important}`,
    `${prefix} .ink{color:${dark.ink}!important}`,
    `${prefix} .muted{color:${dark.muted}!important}`,
    `${prefix} .rule{border-color:${dark.rule}!important}`,
    `${prefix} .button{background-color:${dark.button}!important;color:${dark.onButton}!important}`,
  ].join('')

export const styleSheet =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  'body{margin:0;padding:0}p{text-wrap:pretty}.title{text-wrap:balance}a{text-decoration-thickness:1px;text-underline-offset:3px}' +
  '@media (max-width:480px){.margin{padding:28px 22px 4px!important}.foot{padding:0 22px 28px!important}.outer{padding:0!important}' +
  '.sheet{border-left:0!important;border-right:0!important}.title{font-size:25px!important}}' +
  `@media (prefers-color-scheme:dark){${darkRules('')}}` +
  darkRules('[data-ogsc]')
