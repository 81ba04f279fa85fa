import { expect, test } from 'vitest'

import { usedStyles } from './used-styles.ts'

const html = '<main class="page wide"><p class="_text_1a">words</p></main>'

test.each([
  ['a class of the page', '.page{color:red}', '.page{color:red}'],
  ['a class of no element', '.card{color:red}', ''],
  ['elements and attributes', 'p,[hidden]{margin:0}', 'p,[hidden]{margin:0}'],
  ['one of several selectors', '.card,._text_1a{a:b}', '.card,._text_1a{a:b}'],
  ['a class inside another that is missing', '.card .page{a:b}', ''],
  ['what is only denied', '.page:not(.card,:is(.x)){a:b}', '.page:not(.card,:is(.x)){a:b}'],
  ['what is one of many', ':is(.card,.page) p{a:b}', ':is(.card,.page) p{a:b}'],
  ['nested rules, with the one around', '.page{a:b;.card{c:d}}', '.page{a:b;.card{c:d}}'],
  ['a group with something left', '@media print{.card{a:b}.page{c:d}}', '@media print{.page{c:d}}'],
  ['a group with nothing left', '@layer pages{@media print{.card{a:b}}}', ''],
  ['the order of layers', '@layer a,b;.card{c:d}', '@layer a,b;'],
  [
    'faces and motion',
    '@font-face{a:b}@keyframes in{to{c:d}}',
    '@font-face{a:b}@keyframes in{to{c:d}}',
  ],
  ['braces in strings', '.page{content:"}{"}.card{a:b}', '.page{content:"}{"}'],
  ['escaped quotes', '.page{content:"\\"}"}.card{a:b}', '.page{content:"\\"}"}'],
])('%s', (_what, css, kept) => {
  expect(usedStyles(css, html)).toBe(kept)
})
