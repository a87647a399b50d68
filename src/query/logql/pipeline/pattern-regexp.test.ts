import { expect, test } from 'vitest'
import { LogqlError } from '../syntax/logql-error.ts'
import { parseLogql } from '../syntax/parse.ts'
import { linePipeline } from './pipeline.ts'

type Labels = Record<string, string>

function labelsOf(stages: string, text: string, stream: Labels = {}): Labels | undefined {
  const expression = `{a="b"} ${stages}`
  const log = parseLogql(expression)
  if (log.kind !== 'log') throw new Error(`${expression} is no log query`)
  const line = linePipeline(log, expression).run({ text, at: 0, stream, metadata: {} })
  return line && { ...line.labels.of('stream'), ...line.labels.of('parsed') }
}

const nginx = '10.1.0.88 - - [14/Dec/2020:22:56:24 +0000] "GET /static/bob.jpg?x=1 HTTP/1.1" 200 60755'

test.each<[pattern: string, line: string, wanted: Labels]>([
  ['foo <foo> bar', 'foo buzz bar', { foo: 'buzz' }],
  ['foo <foo> bar<fuzz>', 'foo buzz bar', { foo: 'buzz', fuzz: '' }],
  ['<foo> bar<fuzz>', ' bar', { foo: '', fuzz: '' }],
  ['<path>?<_>', '/a/b?c=d', { path: '/a/b' }],
  ['<path>?<_>', '/a/b', { path: '/a/b' }],
  ['foo <foo>', 'a foo b', {}],
  ['<a> <b>', '', {}],
  ['<a>, <b>; <c>', 'x, y', { a: 'x', b: 'y' }],
  ['<_1a> <1b> <c', 'x <1b> <c', { _1a: 'x' }],
  [
    '<ip> - - [<_>] "<method> <path> <_>" <status> <size>',
    nginx,
    { ip: '10.1.0.88', method: 'GET', path: '/static/bob.jpg?x=1', status: '200', size: '60755' },
  ],
])('the pattern %s reads %j', (pattern, line, wanted) => {
  expect(labelsOf(`| pattern ${JSON.stringify(pattern)}`, line)).toEqual(wanted)
})

test.each<[regexp: string, line: string, wanted: Labels]>([
  ['(?P<foo>foo|bar)buzz', 'blah', {}],
  ['(?P<foo>.*)buzz', 'matchebuzz barbuzz', { foo: 'matchebuzz bar' }],
  [
    'status=(?P<status>\\w+),latency=(?P<latency>\\w+)(ms|ns)',
    'status=200,latency=500ms',
    { status: '200', latency: '500' },
  ],
  ['(a)(?P<b>b)|(?P<c>c)', 'xc', { b: '', c: 'c' }],
  ['\\((?:[()](?P<x>[^]()]+))[[:alpha:]]\\Q(\\E', '((12a(', { x: '12' }],
  ['(?i)(?P<x>ERR)', 'an err', { x: 'err' }],
  ['(?P<x>a.b)', 'a\nb', {}],
])('the expression %s reads %j', (regexp, line, wanted) => {
  expect(labelsOf(`| regexp ${JSON.stringify(regexp)}`, line)).toEqual(wanted)
})

test('labels of the stream keep their names, and filters read what is found', () => {
  expect(labelsOf('| pattern "<host> <x>"', 'a b', { host: 'h' })).toEqual({
    host: 'h',
    host_extracted: 'a',
    x: 'b',
  })
  expect(labelsOf('| regexp "(?P<host>.)"', 'a', { host: 'h' })).toEqual({ host: 'h', host_extracted: 'a' })
  expect(labelsOf('| pattern "<_> <n>" | n > 5', 'a 7')).toEqual({ n: '7' })
  expect(labelsOf('| regexp "(?P<n>[0-9]+)" | n > 9', 'a 7')).toBeUndefined()
})

test.each<[stage: string, message: string]>([
  ['| pattern "<_>"', 'at least one capture is required'],
  ['| pattern ""', 'at least one capture is required'],
  ['| pattern "<f><g>"', 'found consecutive capture: invalid expression'],
  ['| pattern "<f> <f>"', 'duplicate capture name (f): invalid expression'],
  ['| regexp "(a)"', 'at least one named capture must be supplied'],
  [
    '| regexp "(?P<a>x)(?P<a>y)"',
    'expected a regular expression in RE2 syntax: duplicate capture group name: a',
  ],
  ['| regexp "("', 'expected a regular expression in RE2 syntax: missing closing ): ('],
])('%s is refused', (stage, message) => {
  const refused = () => labelsOf(stage, 'x')
  expect(refused).toThrow(LogqlError)
  expect(refused).toThrow(message)
})

test('an expression that takes too many steps on a line is refused', () => {
  const refused = () => labelsOf('| regexp "(?P<x>(a*)*(b|c|d)*){30}$"', 'abcd'.repeat(10_000))
  expect(refused).toThrow('take more than 1000000 steps')
})
