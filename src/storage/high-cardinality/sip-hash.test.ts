import { expect, test } from 'vitest'
import { SipHash } from './sip-hash.ts'

/** The reference's key 00 01 … 0f, of the bytes 00 01 02 …, so many: vectors of the reference implementation. */
test.each([
  [0, 0x726fdb47dd0e0e31n],
  [1, 0x74f839c593dc67fdn],
  [7, 0xab0200f58b01d137n],
  [8, 0x93f5f5799a932462n],
  [15, 0xa129ca6149be45e5n],
])('%i bytes', (size, wanted) => {
  const hash = new SipHash([0x0706050403020100n, 0x0f0e0d0c0b0a0908n])
  hash.hash(
    Uint8Array.from({ length: 64 }, (_, i) => i),
    size,
  )
  expect(BigInt(hash.high >>> 0) * 2n ** 32n + BigInt(hash.low >>> 0)).toBe(wanted)
})
