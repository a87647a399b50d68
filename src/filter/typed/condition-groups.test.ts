import { expect, test } from 'vitest'
import type { FilterPart } from '../../schema/filter/condition.ts'
import { isGroup } from '../../schema/filter/groups.ts'
import { partOf } from './pill.ts'
import { parseTypedQuery } from './typed-query.ts'

const tags = new Map(['SrcIP', 'bytes', 'user', 'env'].map(name => [name.toLowerCase(), name]))
const tagNamed = (name: string) => tags.get(name.toLowerCase())

/** A part of a filter as `any(host eq a, not(user eq b))`. */
function textOf(part: FilterPart): string {
  if (!isGroup(part)) return `${part.field} ${part.op} ${[part.value].flat().join('/')}`
  const { any, all, not } = part
  if (not !== undefined) return `not(${textOf(not)})`
  return any === undefined ? `all(${all?.map(textOf).join(', ')})` : `any(${any.map(textOf).join(', ')})`
}

const searches: [typed: string, filters: string[], words?: string][] = [
  ['host:a OR program:b', ['any(host eq a, program eq b)']],
  ['host:a | program:b', ['any(host eq a, program eq b)']],
  ['host:a || program:b', ['any(host eq a, program eq b)']],
  ['host : "a" or program : b', ['any(host eq a, program eq b)']],
  ['host=a OR user=root', ['any(host eq a, user eq root)']],
  ['(program:sshd OR program:sudo) AND NOT host:b*', ['program eq sshd/sudo', 'host ne b*']],
  ['(program:sshd OR user:root) AND NOT host:b*', ['any(program eq sshd, user eq root)', 'host ne b*']],
  ['host:a && (program:b || severity>=3)', ['host eq a', 'any(program eq b, severity ge 3)']],
  ['error (host:a OR program:b) severity<=3', ['any(host eq a, program eq b)', 'severity le 3'], 'error'],
  ['((host:a OR program:b) c) d', ['any(host eq a, program eq b)'], '( c) d'],
  ['host:(a b) OR program:c', ['any(host eq a/b, program eq c)']],
  ['(host:a OR host:b) OR program:c', ['any(host eq a/b, program eq c)']],
  ['host:a OR (host:b)', ['host eq a/b']],
  ['(host:a) OR host:b x', ['any(host eq a, all(host eq b, message qp x))']],
  ['((host:a) OR host:b) x', ['host eq a/b'], 'x'],
  ['(host in (a, b) | (host:c)) x', ['host eq a/b/c'], 'x'],
  [
    Array.from({ length: 60 }, (_, i) => `host:h${i}`).join(' OR '),
    [`host eq ${Array.from({ length: 60 }, (_, i) => `h${i}`).join('/')}`],
  ],
  ['user=root | user=admin | host:x', ['any(user eq root, user eq admin, host eq x)']],
  // AND binds tighter than OR, as in message searches.
  ['host:a program:b OR severity:err', ['any(all(host eq a, program eq b), severity eq 3)']],
  ['(host:a program:b) OR (host:c user:d)', ['any(all(host eq a, program eq b), all(host eq c, user eq d))']],
  // Words of a group are a condition on the message.
  ['host:a OR failed password', ['any(host eq a, message qp failed password)']],
  ['failed | login | host:a', ['any(host eq a, message qp failed | login)']],
  ['host:a OR (failed | login) x', ['any(host eq a, message qp (failed | login) x)']],
  ['"a (b" OR host:x', ['any(host eq x, message qp "a (b")']],
  ['(host:a OR "x y") z', ['any(host eq a, message qp "x y")'], 'z'],
  ['a b OR c host:d e', ['any(all(host eq d, message qp c e), message qp a b)']],
  ['𝒳 OR (host:a 𝒳) OR c', ['any(all(host eq a, message qp 𝒳), message qp 𝒳 | c)']],
  ['host:a OR message:"x y"', ['any(host eq a, message qp "x y")']],
  ['host:a OR message:x', ['any(host eq a, message eq x)']],
  // Negations.
  ['NOT (host:a program:b)', ['not(all(host eq a, program eq b))']],
  ['-(a host:x)', ['not(all(host eq x, message qp a))']],
  ['!(host:a | host:b)', ['not(host eq a/b)']],
  ['host:a OR NOT program:b', ['any(host eq a, program ne b)']],
  ['failed OR (NOT host:a)', ['any(host ne a, message qp failed)']],
  ['NOT NOT (host:a program:b)', ['not(not(all(host eq a, program eq b)))']],
  ['NOT (error OR warn) host:a', ['host eq a'], 'NOT (error OR warn)'],
  ['NOT (error OR host:b)', ['not(any(host eq b, message qp error))']],
  ['!host:a !program:b', ['host ne a', 'program ne b']],
  // Neither bound of a range holds for events without the tag.
  ['-bytes>5 host:a', ['not(bytes gt 5)', 'host eq a']],
  ['-bytes:[1 TO 5]', ['not(all(bytes ge 1, bytes le 5))']],
  ['x | bytes:[1 TO 5]', ['any(all(bytes ge 1, bytes le 5), message qp x)']],
  ['_exists_:user OR host:a', ['any(user eq *, host eq a)']],
]
for (const [typed, filters, words = ''] of searches)
  test(`${typed} is a filter of several fields`, () => {
    const { pills, text, textTerms, fault } = parseTypedQuery(typed, tagNamed)
    expect({ filters: pills.map(partOf).map(textOf), text, textTerms, fault }).toEqual({
      filters,
      text: words,
      textTerms: [],
      fault: undefined,
    })
  })

test.each([
  ['host:a OR uid=0', 'uid is no field or tag'],
  ['host:a OR status:500', 'it is no status'],
  [`${'('.repeat(11)}host:a OR b${') OR c user:d'.repeat(11)}`, 'too many levels'],
])('%s is text: %s', typed => {
  const { pills, text, textTerms } = parseTypedQuery(typed, tagNamed)
  expect([pills, text]).toEqual([[], typed])
  expect(textTerms.find(({ name }) => name === 'host')?.reason).toContain('in its group')
})

test('words after alternatives belong to them, unless they are in parentheses', () => {
  const isOpen = (typed: string) => parseTypedQuery(typed, tagNamed).filterTerms.map(term => term.isOpen)
  expect(isOpen('host:a OR program:b')).toEqual([true])
  expect(isOpen('(host:a x) OR (program:b)')).toEqual([true])
  expect(isOpen('(host:a OR program:b)')).toEqual([false])
  expect(isOpen('NOT (host:a program:b) user:c')).toEqual([false, false])
})

test('a group can be had as words, and is taken out of a search as a whole', () => {
  const { filterTerms, without } = parseTypedQuery('x AND (host:a OR b) AND user:c', tagNamed)
  expect(filterTerms.map(({ written, text }) => [written, text])).toEqual([
    ['(host:a OR b)', 'x AND ("host:a" OR b) AND user:c'],
    ['user:c', 'x AND (host:a OR b) AND "user:c"'],
  ])
  expect(without(filterTerms.slice(0, 1))).toBe('x AND user:c')
})
