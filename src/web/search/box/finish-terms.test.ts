import { expect, test } from 'vitest'
import { pillText } from '../../../filter/typed/pill.ts'
import { beginsWithOr, finishTerms, leadingAnd } from './finish-terms.ts'

const tags = new Set(['SrcIP'])
const findTag = (name: string) => (tags.has(name) ? name : undefined)

/** `^` is the caret. */
const typed: [text: string, pills: string[], left: string][] = [
  ['host:web-1 ^', ['host:eq:web-1'], '^'],
  ['failed host:web-1 ^', ['host:eq:web-1'], 'failed ^'],
  ['-program:cron ^', ['program:ne:cron'], '^'],
  ['program:"my app" ^', ['program:eq:my app'], '^'],
  ['severity >= 3 ^', ['severity:ge:3'], '^'],
  ['SrcIP:10.* ^', ['SrcIP:eq:10.*'], '^'],
  ['host:a | host:b ^', ['host:eq:a,b'], '^'],
  [
    'x (host:a OR b) ^',
    ['{"any":[{"field":"host","op":"eq","value":"a"},{"field":"message","op":"qp","value":"b"}]}'],
    'x ^',
  ],
  ['host:a ^failed', ['host:eq:a'], '^failed'],
  ['failed host:a ^again', ['host:eq:a'], 'failed ^again'],
  ['host:a severity>=3^', ['host:eq:a'], 'severity>=3^'],
]
for (const [text, pills, left] of typed)
  test(`${text} is finished`, () => {
    const caret = text.indexOf('^')
    const finished = finishTerms(text.replace('^', ''), caret, findTag)
    expect(finished?.pills.map(pillText)).toEqual(pills)
    expect(
      finished && `${finished.text.slice(0, finished.caret)}^${finished.text.slice(finished.caret)}`,
    ).toBe(left)
  })

const unfinished = [
  'host:web-1^',
  'host:we^b-1 ',
  '"host:a" ^',
  'a | host:b ^',
  'host:a OR program:b ^',
  '(host:a x) OR (program:b) ^',
  '(host:a ^',
  'uid=0 ^',
  'host: web-1 ^',
  'program:"my ^',
  'severity >= ^',
  'status:500 ^',
]
for (const text of unfinished)
  test(`${text} stays text`, () => {
    expect(finishTerms(text.replace('^', ''), text.indexOf('^'), findTag)).toBeUndefined()
  })

test('a pasted search is finished as a whole, except for what was turned back into text', () => {
  const text = 'host:a failed severity<=3'
  expect(finishTerms(text, text.length, findTag, { all: true })).toMatchObject({ text: 'failed', caret: 6 })
  const kept = new Set(['host:a'])
  expect(finishTerms(text, text.length, findTag, { all: true, kept })?.text).toBe('host:a failed')
})

test('an OR after a filter takes it back', () => {
  for (const text of ['| ', ' | b', 'OR host:b', 'or (a)']) expect(beginsWithOr(text)).toBe(true)
  for (const text of ['', 'o', 'or', 'orange ', '"or"', 'a | b']) expect(beginsWithOr(text)).toBe(false)
})

test('an AND after a filter says what is so without it', () => {
  for (const [text, length] of [
    ['AND program:cron', 4],
    ['and ', 4],
    [' && x', 4],
    ['& x', 2],
  ] as const)
    expect(leadingAnd(text)).toBe(length)
  for (const text of ['', 'and', 'android x', '"and" x', 'a and b']) expect(leadingAnd(text)).toBe(0)
})
