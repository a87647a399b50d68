import { describe, expect, test } from 'vitest'
import { FormBody } from './form.ts'

const nested: [form: string, value: object][] = [
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['a[]=1', { a: ['1'] }],
  ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
  ['a[0][b]=1&a[1][b]=2', { a: { 0: { b: '1' }, 1: { b: '2' } } }],
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

  test('a field may have any name and touches no prototype', () => {
    const { value } = new FormBody([
      ['__proto__[admin]', '1'],
      ['constructor', '2'],
    ])
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
    expect('admin' in {}).toBe(false)
  })
})
