import { expect, test } from 'vitest'
import { parseLogql } from '../syntax/parse.ts'
import { linePipeline, seriesPipeline } from './pipeline.ts'

type Labels = Record<string, string>

/** A line as the stages leave it: all labels, and the text if it changes. */
function resultOf(stages: string, text: string, stream: Labels = {}, metadata: Labels = {}): unknown {
  const expression = `{a="b"} ${stages}`
  const log = parseLogql(expression)
  if (log.kind !== 'log') throw new Error(`${expression} is no log query`)
  const line = linePipeline(log, expression).run({ text, at: 0, stream, metadata })
  if (line === undefined) return 'dropped'
  const { labels } = line
  const found = { ...labels.of('stream'), ...labels.of('metadata'), ...labels.of('parsed') }
  return line.text === text ? found : { ...found, line: line.text }
}

const jsonError = (details: string) => ({ __error__: 'JSONParserErr', __error_details__: details })
const noObject = jsonError("Value looks like object, but can't find closing '}' symbol")

// Cases from Loki's own tests of its parsers and of their error messages.
test.each<[line: string, wanted: unknown, stream?: Labels]>([
  [
    '{"app":"foo","pod":{"uuid":"u","deployment":{"ref":"bar"}}}',
    { app: 'foo', pod_uuid: 'u', pod_deployment_ref: 'bar' },
  ],
  ['{"counter":1, "price": {"_net_":5.56909}}', { counter: '1', price__net_: '5.56909' }],
  ['{"a":"x\\"y\\\\","b":"\\u00e4\\ud83d\\ude00"}', { a: 'x"y\\', b: 'ä😀' }],
  ['{"a":"\ufffd!"}', { a: ' !' }],
  ['{"a":"\\x"}', { a: '' }],
  ['{"a":{"b":["1","2"]},"c":null,"d":true,"e":false}', { d: 'true', e: 'false' }],
  [
    '{"cou-nter":1,"a.b":2," c d ":3,"1st":4,"ünd":5}',
    { cou_nter: '1', a_b: '2', c_d: '3', _1st: '4', _nd: '5' },
  ],
  ['{"a":{"1":2,"":3}}', { a_1: '2', a: '3' }],
  ['{"a":1,"a":2}', { a: '2' }],
  ['{"a.b":1,"a":{"b":2}}', { a_b: '2' }],
  [
    '{"app":"foo","x":{"y":1}}',
    { app: 'bar', app_extracted: 'foo', x_y: 'z', x_y_extracted: '1' },
    { app: 'bar', x_y: 'z' },
  ],
  [' {"a" : 1 , "b":2 } and more', { a: '1', b: '2' }],
  ['{}', {}],
  ['{n}', noObject],
  ['', noObject],
  ['plain', noObject],
  ['["a"]', noObject],
  ['{"a":1', { a: '1', ...jsonError("Value is array, but can't find closing ']' symbol") }],
  ['{"a":1,"b":{"c":2', { a: '1', ...noObject }],
  ['{"a":tru}', jsonError('Unknown value type')],
  ['{"a":"x', jsonError("Value is string, but can't find closing '\"' symbol")],
  ['{"a" 1}', jsonError('Malformed JSON error')],
  ['{"a":1 "b":2}', { a: '1', ...noObject }],
  ['{"a":[1}', jsonError("Value is array, but can't find closing ']' symbol")],
])('json reads %j', (line, wanted, stream = {}) => {
  expect(resultOf('| json', line, stream)).toEqual(wanted)
})

const doc =
  '{"app":"foo","field with space":"v","null":null,"bool":false,"pod":{"uuid":"u","d":{"ref":"r", "params": [1,"two",{"k":[3]}]}},"app":"second"}'

test.each<[expressions: string, wanted: unknown, line?: string]>([
  ['app', { app: 'foo' }],
  ['x="app", y="pod.uuid"', { x: 'foo', y: 'u' }],
  ['x="[\\"field with space\\"]"', { x: 'v' }],
  ['x="pod[\\"uuid\\"]", y="[\\"pod\\"].d.ref"', { x: 'u', y: 'r' }],
  ['x="pod.d.params[0]", y="pod.d.params[1]", z="pod.d.params[2].k[0]"', { x: '1', y: 'two', z: '3' }],
  ['x="pod.d.params"', { x: '[1,"two",{"k":[3]}]' }],
  ['x="pod.d"', { x: '{"ref":"r", "params": [1,"two",{"k":[3]}]}' }],
  ['x="pod.nope", y="pod.d.params[9]"', { x: '', y: '' }],
  ['x="null", y="bool"', { x: '', y: 'false' }],
  ['x="[0]"', { x: '7' }, '[7]'],
  ['x="a"', { __error__: 'JSONParserErr' }, 'plain'],
  ['x="a"', {}, ''],
  ['x="a"', { x: '' }, '{n}'],
  ['x="a", y="b"', { x: '', y: '2', ...jsonError('Unknown value type') }, '{"a":tru,"b":2}'],
  ['x="a"', { x: '', ...jsonError('Malformed JSON error') }, '"a":1'],
])('json %s is found', (expressions, wanted, line = doc) => {
  expect(resultOf(`| json ${expressions}`, line)).toEqual(wanted)
})

test('a path that is a label of the stream gets a suffix', () => {
  const wanted = { app: 'bar', app_extracted: 'foo' }
  expect(resultOf('| json app', doc, { app: 'bar' })).toEqual(wanted)
  expect(resultOf('| logfmt app', 'app=foo', { app: 'bar' })).toEqual(wanted)
})

const logfmtError = (details: string) => ({
  __error__: 'LogfmtParserErr',
  __error_details__: `logfmt syntax error at pos ${details}`,
})

test.each<[stage: string, line: string, wanted: unknown, stream?: Labels]>([
  ['', 'buzz bar=foo', { bar: 'foo' }],
  ['--keep-empty', 'buzz bar=foo c= d=""', { buzz: '', bar: 'foo', c: '', d: '' }],
  ['', 'a="foo bar" b="x\\ny\\t\\"z\\u00e4"', { a: 'foo bar', b: 'x\ny\t"zä' }],
  ['', 'a="foo\nbar"', { a: 'foo\nbar' }],
  ['', 'a=1 a=2', { a: '2' }],
  [
    '',
    'foo="x" foo.bar=10ms test-dash=y 2a=3',
    { foo: 'b', foo_extracted: 'x', foo_bar: '10ms', test_dash: 'y', _2a: '3' },
    { foo: 'b' },
  ],
  ['', 'a=\ufffdf', { a: ' f' }],
  ['', '', {}],
  ['', 'foobar====wqe=sdad1r', {}],
  ['', 'a=1 b=c=d e=2 "f" =g h=3', { a: '1', e: '2', h: '3' }],
  ['--strict', 'a=1 b=c=d e=2', { a: '1', ...logfmtError("8 : unexpected '='") }],
  ['--strict', 'ä=1 "x', { _: '1', ...logfmtError("6 : unexpected '\"'") }],
  ['--strict', 'a="x', logfmtError('5 : unterminated quoted value')],
  ['--strict', 'a="\\q" b=1', logfmtError('7 : invalid quoted value')],
  ['--strict --keep-empty', 'a b', { a: '', b: '' }],
  ['x="a", b', 'a=1 b="2 3" c=4', { x: '1', b: '2 3' }],
  ['x="nope"', 'a=1', { x: '' }],
  ['--strict x="b"', 'a=1 b=c=d', { x: '', ...logfmtError("8 : unexpected '='") }],
])('logfmt %s reads %j', (stage, line, wanted, stream = {}) => {
  expect(resultOf(`| logfmt ${stage}`, line, stream)).toEqual(wanted)
})

// As in Loki, a metric by `x` does not need the key, unless the key is a label of the stage too.
test.each<[stage: string, line: string, by: string[], wanted: Labels, stream?: Labels]>([
  ['x="a"', 'a=1', ['x'], { x: '' }],
  ['x="a"', 'a=1', ['x', 'a'], { x: '1' }],
  ['x="a", a', 'a=1', ['x'], { x: '1', a: '' }],
  ['x="a", y="b"', 'a=1 b=2', ['x', 'a', 'b'], { x: 'o', y: '' }, { x: 'o' }],
  [
    'x="a", y="b"',
    'a=1 b=2',
    ['x', 'x_extracted', 'a', 'b'],
    { x: 'o', x_extracted: '1', y: '2' },
    { x: 'o' },
  ],
  ['x="a"', 'a=\ufffd1', ['x', 'a'], { x: '' }],
])('logfmt %s reads %j for a metric by %j', (stage, text, by, wanted, stream = {}) => {
  const expression = `{a="b"} | logfmt ${stage}`
  const log = parseLogql(expression)
  if (log.kind !== 'log') throw new Error(`${expression} is no log query`)
  const pipeline = seriesPipeline(log, expression, { kind: 'by', labels: by })
  const line = pipeline.run({ text, at: 0, stream, metadata: {} })
  expect({ ...line?.labels.of('stream'), ...line?.labels.of('parsed') }).toEqual(wanted)
})

const both = '{"level":"error","status":503,"took":"1.5s","size":"20KB","user":"eve"}'
const all = { level: 'error', status: '503', took: '1.5s', size: '20KB', user: 'eve' }

test.each<[filter: string, fits: boolean | Labels]>([
  ['level="error"', true],
  ['level="warn"', false],
  ['level!="warn"', true],
  ['level=~"err.*|warn"', true],
  ['level=~"rr"', false],
  ['level!~"e.+"', false],
  ['nothing=""', true],
  ['status >= 500', true],
  ['status < 500', false],
  ['status = 503', true],
  ['status != 503', false],
  ['nothing > 1', false],
  ['took > 1s', true],
  ['took <= 1500ms', true],
  ['took == 1m', false],
  ['size >= 20KB', true],
  ['size > 20KiB', false],
  ['size < 1MB and took > 1s', true],
  ['status >= 500 or level="info"', true],
  ['(status >= 500, level="info") or user="eve"', true],
  ['(status >= 500 and level="info") or user="bob"', false],
  [
    'user > 5',
    { __error__: 'LabelFilterErr', __error_details__: 'strconv.ParseFloat: parsing "eve": invalid syntax' },
  ],
  ['user > 5s', { __error__: 'LabelFilterErr', __error_details__: 'time: invalid duration "eve"' }],
  [
    'user > 5KB',
    { __error__: 'LabelFilterErr', __error_details__: 'strconv.ParseFloat: parsing "": invalid syntax' },
  ],
  ['user > 5 | __error__=""', false],
  ['user > 5 | __error__="LabelFilterErr" | drop __error__, __error_details__', true],
  [
    'user > 5 or level="error"',
    { __error__: 'LabelFilterErr', __error_details__: 'strconv.ParseFloat: parsing "eve": invalid syntax' },
  ],
])('the filter %s behind a parser', (filter, fits) => {
  const wanted = typeof fits === 'object' ? { ...all, ...fits } : fits ? all : 'dropped'
  expect(resultOf(`| json | ${filter}`, both)).toEqual(wanted)
})

test('a parser drops a line at the first value that a filter refuses, as Loki does', () => {
  expect(resultOf('| json | a="2"', '{"a":1,"a":2}')).toBe('dropped')
  expect(resultOf('| logfmt | a="2"', 'a=1 a=2')).toBe('dropped')
  expect(resultOf('| json | a="2" or a="3"', '{"a":1,"a":2}')).toEqual({ a: '2' })
})

test('an earlier error stays when a filter fails too', () => {
  expect(resultOf('| json | a > 1', '{"a":"x"')).toMatchObject({ __error__: 'JSONParserErr' })
})

test.each<[stages: string, wanted: unknown]>([
  ['| drop a', { b: '2', m: '3', p: '4' }],
  ['| drop a, m, p', { b: '2' }],
  ['| drop a="1", b="1", m=~"3|4"', { b: '2', p: '4' }],
  ['| drop nothing', { a: '1', b: '2', m: '3', p: '4' }],
  ['| keep a, p', { a: '1', p: '4' }],
  ['| keep a="2", m!="4"', { m: '3' }],
  ['| drop m | json', { a: '1', b: '2', p: '4' }],
  ['| drop a | a=""', { b: '2', m: '3', p: '4' }],
])('%s chooses labels of all kinds', (stages, wanted) => {
  expect(resultOf(`| json ${stages}`, '{"p":4}', { a: '1', b: '2' }, { m: '3' })).toEqual(wanted)
})

test('parsed labels hide structured metadata', () => {
  expect(resultOf('| json', '{"m":4}', {}, { m: '3' })).toEqual({ m: '4' })
})

test('keep keeps errors, and drop removes them', () => {
  expect(resultOf('| json | keep x', 'no')).toEqual(noObject)
  expect(resultOf('| json | drop __error__', 'no')).toEqual({ __error_details__: noObject.__error_details__ })
  expect(resultOf('| json | logfmt | drop __error__, __error_details__', 'a=1')).toEqual({ a: '1' })
})

test('objects are read to a depth, and long names to a length', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}{"b":1}${'}'.repeat(levels)}`
  expect(Object.values(resultOf('| json', deep(99)) as Labels)).toEqual(['1'])
  expect(resultOf('| json', deep(100))).toEqual(jsonError('Objects are nested too deeply'))
  const members = Array.from({ length: 100 }, (_, i) => `"k${i}":1`).join(',')
  expect(resultOf('| json', `{"${'x'.repeat(50_000)}":{${members}}}`)).toMatchObject(
    jsonError('Names of nested members are too long'),
  )
})
