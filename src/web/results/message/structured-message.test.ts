import { expect, test } from 'vitest'
import { structuredMessage } from './structured-message.ts'

const plain = [
  '',
  'link down on Gi1/0/1',
  'a=b',
  'array [1] of',
  '{}',
  '{"broken": ',
  'x = y and z = w',
  `${'{"a":1}'.padStart(200_000)}`,
]
for (const message of plain)
  test(`${message.slice(0, 30)} has no structure`, () => expect(structuredMessage(message)).toBeUndefined())

test('JSON, also after words', () => {
  expect(
    structuredMessage('audit: {"user":"ann","ok":true,"n":2,"x":null,"at":{"ip":"::1"},"l":["a"]}'),
  ).toEqual({
    prefix: 'audit:',
    leftOut: 0,
    isWhole: true,
    nodes: [
      { name: 'user', text: 'ann', kind: 'text' },
      { name: 'ok', text: 'true', kind: 'boolean' },
      { name: 'n', text: '2', kind: 'number' },
      { name: 'x', text: 'null', kind: 'null' },
      { name: 'at', members: [{ name: 'ip', text: '::1', kind: 'text' }] },
      { name: 'l', members: [{ name: '0', text: 'a', kind: 'text' }] },
    ],
  })
})

test('numbers are shown as they were written', () => {
  const nodes = structuredMessage('{"id":12345678901234567890,"price":1.10,"list":[1e3]}')?.nodes
  expect(nodes).toEqual([
    { name: 'id', text: '12345678901234567890', kind: 'number' },
    { name: 'price', text: '1.10', kind: 'number' },
    { name: 'list', members: [{ name: '0', text: '1e3', kind: 'number' }] },
  ])
})

test('pairs of key=value, quoted and not', () => {
  const read = structuredMessage(String.raw`date=2026-01-01 msg="a \"b\" c" user='x y' empty= srcip=10.0.0.1`)
  expect(read?.nodes.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'date: 2026-01-01',
    'msg: a "b" c',
    'user: x y',
    'empty: ',
    'srcip: 10.0.0.1',
  ])
})

test('words between pairs are more than the pairs say', () => {
  expect(structuredMessage('hostd[1] [Originator@6876 sub=Vim opID=f77] Task completed')).toMatchObject({
    prefix: 'hostd[1] [Originator@6876',
    nodes: [{ text: 'Vim' }, { text: 'f77' }],
    isWhole: false,
  })
  expect(structuredMessage('fw-1: a=1, b="x y"; c=2.')?.isWhole).toBe(true)
})

test('too many members are counted, too deep ones stay JSON', () => {
  expect(structuredMessage(JSON.stringify(Array.from({ length: 1_200 }, () => 1)))).toMatchObject({
    leftOut: 200,
  })
  const deep = `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`
  expect(JSON.stringify(structuredMessage(deep)).length).toBeLessThan(20_000)
})

test('a quote that is never closed is read in linear time', () =>
  expect(structuredMessage(`${'a="'.repeat(30_000)}`)?.nodes.length).toBeGreaterThan(0))
