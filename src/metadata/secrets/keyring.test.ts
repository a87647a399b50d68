import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Keyring } from './keyring.ts'

const keyring = new Keyring(randomBytes(32))
const stranger = new Keyring(randomBytes(32))

test('a sealed text opens with the same key and context only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, context, other) => {
      fc.pre(context !== other)
      const sealed = keyring.seal(text, context)
      expect(keyring.open(sealed, context)).toBe(text)
      expect(() => keyring.open(sealed, other)).toThrow()
      expect(() => stranger.open(sealed, context)).toThrow()
      expect(keyring.seal(text, context)).not.toBe(sealed)
    }),
  )
})

test('a changed text does not open', () => {
  const sealed = keyring.seal('user-0123456789', 'row')
  fc.assert(
    fc.property(fc.nat({ max: sealed.length - 5 }), place => {
      const at = place + 3
      const letter = sealed[at] === 'A' ? 'E' : 'A'
      expect(() => keyring.open(`${sealed.slice(0, at)}${letter}${sealed.slice(at + 1)}`, 'row')).toThrow()
    }),
  )
  expect(() => keyring.open('v2.abc', 'row')).toThrow('a sealed secret of an unknown kind')
  expect(() => keyring.open('v1.abc', 'row')).toThrow()
})

test('a secret is found by the hash of its own key', () => {
  expect(keyring.lookupHash('a')).toBe(keyring.lookupHash('a'))
  expect(keyring.lookupHash('a')).not.toBe(keyring.lookupHash('b'))
  expect(keyring.lookupHash('a')).not.toBe(stranger.lookupHash('a'))
  expect(keyring.fingerprint).not.toBe(stranger.fingerprint)
})
