import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colourSlots } from './colour-slots.ts'

test('a value keeps its colour when its rank changes, and when it was away', () => {
  const first = colourSlots(['sshd', 'nginx', 'kernel'], new Map(), 8)
  const second = colourSlots(['kernel', 'cron', 'sshd'], first, 8)
  const third = colourSlots(['nginx', 'sshd'], second, 8)
  for (const later of [second, third])
    for (const name of ['sshd', 'nginx', 'kernel']) expect(later.get(name)).toBe(first.get(name))
})

test('values that are shown together have colours of their own, as far as there are any', () => {
  const names = fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 6 }), rounds => {
      let kept: ReadonlyMap<string, number> = new Map()
      for (const shown of rounds) {
        kept = colourSlots(shown, kept, 8)
        const slots = shown.map(name => kept.get(name))
        expect(new Set(slots).size).toBe(shown.length)
        expect(slots.every(slot => slot !== undefined && slot >= 0 && slot < 8)).toBe(true)
      }
    }),
    { seed: 43 },
  )
})

test('a new value takes a colour that no other value has, as long as there is one', () => {
  let kept: ReadonlyMap<string, number> = new Map()
  for (let i = 0; i < 16; i++) kept = colourSlots([`host-${i}`], kept, 16)
  expect(new Set(kept.values()).size).toBe(16)
})

test('more values than colours share them, and what is remembered is bounded', () => {
  const names = Array.from({ length: 600 }, (_, i) => `host-${i}`)
  const kept = colourSlots(names, new Map(), 8)
  expect(kept.size).toBe(500)
  expect(Math.max(...kept.values())).toBe(7)
})
