import { expect, test } from 'vitest'
import { exampleCommand } from './example-command.ts'
import { tokensAddress, tokensPage } from './tokens-address.ts'

test.each([
  ['', '/tokens'],
  ['kind=USER&all=1&page=3', '/tokens?kind=USER&all=1&page=3'],
  ['kind=nothing&all=yes&page=-1', '/tokens'],
])('?%s is %s', (query, address) => {
  expect(tokensAddress(tokensPage.read(query))).toBe(address)
})

test('a new key comes with a command that uses it', () => {
  expect(exampleCommand('USER', 'user-1', 'https://logs.example')).toBe(
    "curl https://logs.example/api/auth -H 'Authorization: token user-1'",
  )
  expect(exampleCommand('INGEST', 'ingest-1', 'https://logs.example')).toContain(
    'https://logs.example/incoming',
  )
})
