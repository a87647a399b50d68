import { expect, test } from 'vitest'
import { RowBinaryReader } from './row-binary-reader.ts'

/** Methods with a value of each kind that the bytes cut off. */
const cut: [method: 'text' | 'skipText' | 'numbers' | 'skipNumbers', bytes: number[]][] = [
  ['text', [3, 97, 97]],
  ['skipText', [3, 97, 97]],
  ['numbers', [1, 0, 0, 0]],
  ['skipNumbers', [1, 0, 0, 0]],
]
test.each(cut)('%s of a value that the bytes cut off throws', (method, bytes) => {
  expect(() => new RowBinaryReader(Uint8Array.from(bytes))[method]()).toThrow(RangeError)
  const whole = new RowBinaryReader(Uint8Array.from([...bytes, 0]))
  whole[method]()
  expect(whole.isAtEnd).toBe(true)
})
