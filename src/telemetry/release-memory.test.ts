import { expect, it } from 'vitest'
import { releaseMemory } from './release-memory.ts'

it('gives back what has its memory for itself, and leaves what shares it', () => {
  const own = new Uint8Array(1_000)
  releaseMemory(own)
  expect(own.length).toBe(0)
  const shared = Buffer.alloc(1_000, 'x').subarray(1)
  releaseMemory(shared)
  expect(shared.toString()).toBe('x'.repeat(999))
})
