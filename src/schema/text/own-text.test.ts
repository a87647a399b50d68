import { expect, test } from 'vitest'
import { heldHeapBytes } from '../../testing/held-heap.ts'
import { ownText } from './own-text.ts'

const texts = ['', 'a', 'twelve units', 'thirteen unit', '👍'.repeat(10), '\ud83d']
test.each(texts)('%j stays the same', text => expect(ownText(text)).toBe(text))

test('a text of its own does not keep the text that it was cut from', () => {
  const held = (make: (slice: string) => string) => {
    const kept: string[] = []
    const bytes = heldHeapBytes(() => {
      for (let i = 0; i < 500; i++) kept.push(make(Buffer.alloc(65_536, `${i} `).toString().slice(100, 200)))
    })
    expect(kept).toHaveLength(500)
    return bytes
  }
  // Plain slices keep 32 MiB, which is why ownText exists.
  expect(held(slice => slice)).toBeGreaterThan(16 * 2 ** 20)
  expect(held(ownText)).toBeLessThan(4 * 2 ** 20)
})
