import { expect, test } from 'vitest'
import { mergePatch } from './merge-patch.ts'

// The cases of RFC 7396, appendix A, whose target and patch are objects.
test.each<[target: object, patch: object, result: object]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j patched by %j', (target, patch, result) => {
  expect(mergePatch({ ...target }, { ...patch })).toEqual(result)
})

test('a member named __proto__ is a member', () => {
  const patched = mergePatch({}, JSON.parse('{"__proto__": {"a": 1}}'))
  expect(JSON.stringify(patched)).toBe('{"__proto__":{"a":1}}')
})
