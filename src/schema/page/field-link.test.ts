import { expect, test } from 'vitest'
import { fieldLinkAddress, isLinkTemplate } from './field-link.ts'

const jaeger = 'https://jaeger.example/trace/{value}'

test.each([
  [jaeger, true],
  ['http://[::1]:8080/?q={value}#{value}', true],
  ['https://tickets.example?id={value}', true],
  ['https://tickets.example#{value}', true],
  ['https://tickets.example/', false],
  ['https://{value}.example/', false],
  ['https://example{value}/', false],
  ['https://example.com:{value}/', false],
  ['https://example.com{value}', false],
  ['https://{value}@example.com/', false],
  ['https://user:secret@example.com/{value}', false],
  ['https://example.com\\@evil.example/{value}', false],
  ['https:/example.com/{value}', false],
  ['//example.com/{value}', false],
  ['/search?q={value}', false],
  ['javascript:alert({value})', false],
  ['data:text/html,{value}', false],
  ['ftp://example.com/{value}', false],
  ['https://example.com/{host}/{value}', false],
  ['https://example.com/a b/{value}', false],
  ['https://пример.example/{value}', false],
  [`https://example.com/{value}${'a'.repeat(2_000)}`, false],
])('%s is a template: %s', (text, isTemplate) => {
  expect(isLinkTemplate(text)).toBe(isTemplate)
})

test.each([
  ['4bf92f', 'https://jaeger.example/trace/4bf92f'],
  ['a/b?c#d', 'https://jaeger.example/trace/a%2Fb%3Fc%23d'],
  ['ä \ud800', 'https://jaeger.example/trace/%C3%A4%20%EF%BF%BD'],
  ['$&', 'https://jaeger.example/trace/%24%26'],
  ['%2e%2e', 'https://jaeger.example/trace/%252e%252e'],
  ['', undefined],
  ['.', undefined],
  ['..', undefined],
  ['x'.repeat(9_000), undefined],
  ['ä'.repeat(3_000), undefined],
])('%j in an address', (value, address) => {
  expect(fieldLinkAddress(jaeger, value)).toBe(address)
})

test('no value changes where an address is', () => {
  const templates = [
    'https://a.example/x/{value}',
    'https://a.example/x/.{value}',
    'https://a.example?{value}',
    'https://a.example#{value}',
    'https://a.example/x/{value}{value}/y',
  ]
  const pieces = [
    '',
    '.',
    '..',
    '/',
    '\\',
    '@',
    ':',
    '//',
    '?',
    '#',
    '%2f',
    '%2e',
    'b.example',
    '\t',
    '\n',
    '\u00ad',
    '。',
  ]
  for (const template of templates)
    for (const first of pieces)
      for (const second of pieces)
        for (const third of pieces) {
          const address = fieldLinkAddress(template, `${first}${second}${third}`)
          if (address === undefined) continue
          const { origin, username, pathname } = new URL(address)
          expect([origin, username, pathname.startsWith('/x/')]).toEqual([
            'https://a.example',
            '',
            template.includes('/x/'),
          ])
        }
})
