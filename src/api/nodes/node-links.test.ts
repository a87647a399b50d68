import { expect, test } from 'vitest'
import { Keyring } from '../../metadata/secrets/keyring.ts'
import { clientOfNode, signRequest } from './node-links.ts'

const keyring = new Keyring(Buffer.alloc(32, 1))
const sign = (text: string) => keyring.sign(text)
const other = new Keyring(Buffer.alloc(32, 2))
const request = { method: 'GET', url: '/api/query/1.2?page=3' }
const now = 1_780_000_000_000
const address = '2001:db8::7'
const signature = signRequest(sign, 7, { ...request, address }, now)

test.each<[string, Parameters<typeof clientOfNode>, boolean]>([
  ['its own', [sign, signature, request, now], true],
  ['a minute later', [sign, signature, request, now + 60_000], true],
  ['of a clock that is a minute ahead', [sign, signature, request, now - 60_000], true],
  ['long ago', [sign, signature, request, now + 60_001], false],
  ['of another path', [sign, signature, { ...request, url: '/api/query/1.2?page=4' }, now], false],
  ['of another method', [sign, signature, { ...request, method: 'POST' }, now], false],
  ['of another node', [sign, signature.replace('7.', '8.'), request, now], false],
  ['of another time', [sign, signature.replace(`${now}`, `${now + 1}`), request, now], false],
  ['of another client', [sign, signature.replace('::7', '::8'), request, now], false],
  ['without a client', [sign, signature.replace(/ .*/, ''), request, now], false],
  ['of another key', [text => other.sign(text), signature, request, now], false],
  ['none', [sign, undefined, request, now], false],
  ['two', [sign, [signature, signature], request, now], false],
  ['cut off', [sign, signature.slice(0, -1), request, now], false],
])('the signature of a request: %s', (_name, given, expected) => {
  expect(clientOfNode(...given)).toBe(expected ? address : null)
})
