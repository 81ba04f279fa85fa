import { createElement, Fragment } from 'react'
import { expect, test } from 'vitest'

import { plainText } from './plain-text.ts'

const Greeting = ({ name }: { name: string }) => <p>Dear {name},</p>

test.each([
  ['paragraphs stand apart', [<p key="a">One</p>, <p key="b">Two</p>], 'One\n\nTwo\n'],
  [
    'components and fragments are what they contain',
    <Greeting key="a" name="Ana" />,
    'Dear Ana,\n',
  ],
  [
    'a fragment adds nothing',
    <p key="a">
      <Fragment>One</Fragment>, <b>two</b>
    </p>,
    'One, two\n',
  ],
  [
    'numbers are written, conditions that do not hold are not',
    <p key="a">
      {3} cases{false}
    </p>,
    '3 cases\n',
  ],
  [
    'a line break is one',
    <p key="a">
      One
      <br />
      Two
    </p>,
    'One\nTwo\n',
  ],
  [
    'a link has its address',
    <a key="a" href="https://kohue.example/a">
      Open it
    </a>,
    'Open it: https://kohue.example/a\n',
  ],
  [
    'an address that is its own text is written once',
    <a key="a" href="https://kohue.example/">
      https://kohue.example/
    </a>,
    'https://kohue.example/\n',
  ],
  [
    'an email address is written once',
    <a key="a" href="mailto:ana@kohue.example">
      ana@kohue.example
    </a>,
    'ana@kohue.example\n',
  ],
  [
    'an email address under other words is written',
    <a key="a" href="mailto:ana@kohue.example">
      Write to us
    </a>,
    'Write to us: mailto:ana@kohue.example\n',
  ],
  ['a link without an address is its text', createElement('a', { key: 'a' }, 'Here'), 'Here\n'],
  [
    'a row of a table is a line, with room between its cells',
    <table key="a">
      <tbody>
        <tr>
          <td>Malbec</td>
          <td>{null}</td>
          <td>$450.00</td>
        </tr>
        <tr>
          <td>Tax</td>
          <td>$32.63</td>
        </tr>
      </tbody>
    </table>,
    'Malbec  $450.00\nTax  $32.63\n',
  ],
  [
    'what is marked so is left out, or stays on its line',
    <p key="a">
      <span data-plain="skip">KOHUE</span>
      <span data-plain="inline"> a sheet </span>, enclosed
    </p>,
    'a sheet, enclosed\n',
  ],
])('%s', (_, node, text) => {
  expect(plainText(node)).toBe(text)
})

test('what is not text throws', () => {
  expect(() => plainText({} as never)).toThrow('An email contains something that is not text')
})
