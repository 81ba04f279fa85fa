import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { acceptedParams } from './accepted.ts'
import { checkParams } from './check.ts'
import { decodeForm } from './form-decoding.ts'
import { generateAcceptedParams } from './generate.ts'
import { readDeclarations, resolveName } from './read-declarations.ts'

test('the table is what the installed stripe package declares', () => {
  const table = readFileSync(new URL('./accepted-params.json', import.meta.url), 'utf8')
  expect(JSON.parse(table)).toEqual(JSON.parse(generateAcceptedParams()))
})

describe('form decoding', () => {
  test.each([
    ['', {}],
    ['a=1&b=', { a: '1', b: '' }],
    ['a[b][c]=x+y', { a: { b: { c: 'x y' } } }],
    ['expand[]=a&expand[]=b', { expand: { 0: 'a', 1: 'b' } }],
    [
      'line_items[0][price]=p&line_items[0][quantity]=2',
      { line_items: { 0: { price: 'p', quantity: '2' } } },
    ],
    ['name=Ana+Mar%C3%ADa%26Co', { name: 'Ana María&Co' }],
    ['broken=%E0%A4', { broken: '%E0%A4' }],
  ])('%s', (body, expected) => {
    expect(JSON.parse(JSON.stringify(decodeForm(body)))).toEqual(expected)
  })

  test('treats names such as __proto__ as plain keys', () => {
    decodeForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })
})

describe('checking', () => {
  const check = (body: string, name: string) => checkParams(decodeForm(body), acceptedParams(name))

  test('converts numbers, booleans, lists and empty values', () => {
    expect(
      check(
        'limit=3&active=true&lookup_keys[1]=b&lookup_keys[0]=a&created[gte]=5&expand[0]=data.product',
        'PriceListParams',
      ),
    ).toEqual({
      limit: 3,
      active: true,
      lookup_keys: ['a', 'b'],
      created: { gte: 5 },
      expand: ['data.product'],
    })
    expect(check('created=7', 'PriceListParams')).toEqual({ created: 7 })
    expect(check('metadata=&shipping=', 'CustomerUpdateParams')).toEqual({
      metadata: '',
      shipping: '',
    })
    expect(check('percentage=7.25&inclusive=false&display_name=CA', 'TaxRateCreateParams')).toEqual(
      {
        percentage: 7.25,
        inclusive: false,
        display_name: 'CA',
      },
    )
    const intent = 'amount=500&currency=usd&off_session='
    expect(check(`${intent}recurring`, 'PaymentIntentCreateParams')).toMatchObject({
      off_session: 'recurring',
    })
    expect(check(`${intent}true`, 'PaymentIntentCreateParams')).toMatchObject({ off_session: true })
  })

  test.each([
    ['limit=1.5', 'Invalid integer: 1.5'],
    ['limit=1e9', 'Invalid integer: 1e9'],
    ['active=yes', 'Invalid boolean: yes'],
    ['lookup_keys=a', 'Invalid array'],
    ['type=monthly', 'Invalid type: must be one of one_time, or recurring'],
    ['created[after]=1', 'Received unknown parameter: created[after]'],
    ['colour=red&size=2', 'Received unknown parameters: colour, size'],
    ['constructor=1', 'Received unknown parameter: constructor'],
    ['__proto__=1', 'Received unknown parameter: __proto__'],
  ])('refuses %s', (body, sentence) => {
    expect(() => check(body, 'PriceListParams')).toThrow(sentence)
  })

  test('limits metadata as Stripe does', () => {
    expect(() => check(`metadata[${'k'.repeat(41)}]=1`, 'CustomerCreateParams')).toThrow(
      '40 characters',
    )
    expect(() => check(`metadata[k]=${'v'.repeat(501)}`, 'CustomerCreateParams')).toThrow(
      '500 characters',
    )
    const many = Array.from({ length: 51 }, (_, at) => `metadata[k${at}]=1`).join('&')
    expect(() => check(many, 'CustomerCreateParams')).toThrow('50 keys')
  })
})

test('declarations are read with their scopes', () => {
  const scope = readDeclarations(`
    import { X } from './x.js';
    export declare class Skipped { method(a: { b: string }): Promise<void>; }
    export interface A { /** text */ id: string; of?: A.Kind | null; list: Array<A.Inner>; }
    export declare namespace A {
      type Kind = 'one' | 'two' | OtherString;
      interface Inner extends Base { [key: string]: number }
    }
  `)
  const found = resolveName('A.Kind', scope)
  expect(found && 'type' in found && found.type).toMatchObject({ kind: 'union' })
  expect(resolveName('A.Missing', scope)).toBeNull()
  expect(scope.interfaces.get('A')?.members.map(({ name, optional }) => [name, optional])).toEqual([
    ['id', false],
    ['of', true],
    ['list', false],
  ])
})
