import { expect, test } from 'vitest'
import { accepts } from './accept.ts'

const rows: [header: string | undefined, type: string, accepted: boolean][] = [
  [undefined, 'application/json', true],
  ['', 'application/json', true],
  ['*/*', 'application/json', true],
  ['application/json', 'application/json', true],
  ['Application/JSON; charset=utf-8', 'application/json', true],
  ['application/*', 'application/json', true],
  ['text/html', 'application/json', false],
  ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'application/json', true],
  ['application/json;q=0, */*', 'application/json', false],
  ['application/*;q=0, */*', 'application/json', false],
  ['*/*;q=0', 'application/json', false],
  ['*/*', 'text/html', true],
  ['application/json', 'text/html', false],
  ['nonsense', 'application/json', false],
]

test.each(rows)('Accept: %s and %s', (header, type, accepted) => {
  expect(accepts(header, type)).toBe(accepted)
})
