import { describe, expect, test } from 'vitest'
import { FormBody } from './form.ts'

const nested: [form: string, value: object][] = [
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['a[]=1', { a: ['1'] }],
  ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
  ['a[0][b]=1&a[1][b]=2', { a: [{ b: '1' }, { b: '2' }] }],
  ['a[1]=2&a[0]=1', { a: ['1', '2'] }],
  ['a=[b]=c', { a: '[b]=c' }],
  ['a[x][]=1&a[x][]=2&a[y]=3', { a: { x: ['1', '2'], y: '3' } }],
  ['a[b][]=1&a[b][]=2', { a: { b: ['1', '2'] } }],
  ['a=', { a: '' }],
]

const refused: [form: string, why: string][] = [
  ['a=1&a[b]=2', 'the field "a[b]" is given both as text and with brackets'],
  ['a[b]=2&a=1', 'the field "a" is given both as text and with brackets'],
  ['a[b=1', 'the field name "a[b" is not name[name]...'],
  ['[a]=1', 'the field name "[a]" is not name[name]...'],
  [`a${'[x]'.repeat(12)}=1`, `the field "a${'[x]'.repeat(12)}" is nested too deeply`],
  ['a=1&'.repeat(2_001), 'more than 2000 fields'],
]

describe('forms', () => {
  test.each(nested)('%s', (form, value) => {
    expect(JSON.parse(JSON.stringify(new FormBody(new URLSearchParams(form)).value))).toEqual(value)
  })

  test.each(refused)('%.40s is refused', (form, why) => {
    expect(() => new FormBody(new URLSearchParams(form))).toThrow(`Form parse error - ${why}`)
  })

  test('a field touches no prototype', () => {
    const { value } = new FormBody([
      ['constructor', '2'],
      ['a[toString]', '3'],
    ])
    expect(JSON.stringify(value)).toBe('{"constructor":"2","a":{"toString":"3"}}')
    for (const name of ['__proto__', '__proto__[admin]', 'a[__proto__][admin]']) {
      expect(() => new FormBody([[name, '1']])).toThrow('Form parse error - the field name')
    }
    expect('admin' in {}).toBe(false)
  })

  test('the most fields that are taken cost little, however their names are nested', () => {
    const names = [
      (index: number) => `a[${index}]`,
      (index: number) => `a[${1_999 - index}][b]`,
      (index: number) => `a[${index}00000]`,
      (index: number) => `a${'[b]'.repeat(10)}[${index}]`,
    ]
    for (const name of names) {
      const { value } = new FormBody(Array.from({ length: 2_000 }, (_, index) => [name(index), 'x']))
      expect(Object.keys(value)).toEqual(['a'])
    }
  })
})
