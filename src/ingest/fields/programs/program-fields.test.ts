import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fieldReadAs } from '../../../filter/typed/other-names.ts'
import { runs } from '../../../testing/depth.ts'
import { blankEvent } from '../../event/blank-event.ts'
import { maxValueLength } from '../field-sink.ts'
import { fieldNames, highCardinalityNames, isFieldName } from './patterns/field-names.ts'
import { FieldsDraft } from './patterns/fields-draft.ts'
import { ProgramFields } from './program-fields.ts'
import { parserFamilies, parsersOfProgram } from './table.ts'
import { knownLines, tagsOf, unreadLines } from './testing/lines.ts'

const lines = knownLines()
const parsers = parserFamilies.flatMap(family => family.parsers)
const fields = new ProgramFields()

describe('lines of known programs', () => {
  test.each(lines)('[$program] $message', ({ program, message, wanted }) =>
    expect(tagsOf(fields, { program, message })).toEqual(wanted),
  )

  it('are at least 300, of at least 40 products', () => {
    expect(lines.length).toBeGreaterThanOrEqual(300)
    expect(parsers.length).toBeGreaterThanOrEqual(40)
  })

  test.each(parsers)(
    '$product: has lines, and declares their fields',
    ({ programs, fields: declared, read }) => {
      const draft = new FieldsDraft()
      const own = lines.filter(({ program, message }) => {
        draft.clear()
        const isOwn = programs.length === 0 || parsersOfProgram(program).some(parser => parser.read === read)
        return isOwn && read(message, message.length - message.trimStart().length, draft)
      })
      expect(own.length).toBeGreaterThan(0)
      for (const { program, message } of own) {
        const event = { ...blankEvent('h', 0), program, message }
        draft.clear()
        read(message, message.length - message.trimStart().length, draft)
        draft.addTo(event)
        expect(declared).toEqual(expect.arrayContaining(Object.keys(event.tags)))
      }
    },
  )

  test.each(parsers)('$product: its example has fields', ({ programs: [program = ''], example }) =>
    expect(tagsOf(fields, { program, message: example })).not.toEqual({}),
  )
})

test.each(unreadLines())('another form has no fields: [$program] $message', ({ program, message }) =>
  expect(tagsOf(fields, { program, message })).toEqual({}),
)

describe('tags', () => {
  const message = 'Accepted password for ann from 192.0.2.7 port 51000 ssh2'

  it('a tag that is there stays, and events that share tags do not see the fields', () => {
    const shared = Object.freeze({ 'user.name': 'sent', other: 'x' })
    const event = { ...blankEvent('h', 0), program: 'sshd', message, tags: shared }
    fields.apply(event)
    expect(event.tags).toMatchObject({ 'user.name': 'sent', other: 'x', 'source.address': '192.0.2.7' })
    expect(shared).toEqual({ 'user.name': 'sent', other: 'x' })
  })

  it('an event has at most 256 tags', () => {
    const tags = Object.fromEntries(Array.from({ length: 254 }, (_, i) => [`t${i}`, 'x']))
    const event = { ...blankEvent('h', 0), program: 'sshd', message, tags }
    fields.apply(event)
    expect(Object.keys(event.tags)).toHaveLength(256)
  })

  it('a long value is cut', () => {
    const command = 'x'.repeat(5_000)
    const long = { program: 'cron', message: `(root) CMD (${command})` }
    expect(tagsOf(fields, long)['process.command_line']).toBe(command.slice(0, maxValueLength))
  })

  it('depend on program and message only: equal events stay equal', () => {
    const event = { ...blankEvent('a', 1), program: 'sshd', message, severity: 3, extra: { PID: '1' } }
    fields.apply(event)
    expect(event.tags).toEqual(tagsOf(new ProgramFields(), { program: 'sshd', message }))
  })

  it('of what differs in each event are high-cardinality', () => {
    expect(highCardinalityNames).toEqual(
      expect.arrayContaining([
        'source.port',
        'url.path',
        'process.pid',
        'duration_ms',
        'user_agent.original',
      ]),
    )
    expect(highCardinalityNames.every(isFieldName)).toBe(true)
    for (const name of ['event.action', 'user.name', 'http.response.status_code', 'rule.name'])
      expect(highCardinalityNames).not.toContain(name)
  })

  it('have names that typed searches do not read as event fields', () => {
    expect(Object.keys(fieldNames).filter(name => fieldReadAs(name) !== undefined)).toEqual([])
  })

  it('fit into the columns that the store has for tags', () => {
    expect(Object.keys(fieldNames).length).toBeLessThanOrEqual(64)
  })
})

describe('any text', () => {
  const source = fc.constantFrom(...lines)
  /** A line that is cut, repeated, or has other bytes in it. */
  const damaged = fc
    .tuple(source, fc.nat(300), fc.string({ unit: 'binary', maxLength: 12 }), fc.nat(40), source)
    .map(([line, at, inserted, left, other]) => ({
      program: line.program,
      message: line.message.slice(0, at) + inserted + line.message.slice(at + left) + other.message.slice(at),
    }))

  it('is read without an error, and gives texts within bounds', () => {
    fc.assert(
      fc.property(damaged, line => {
        for (const [name, value] of Object.entries(tagsOf(fields, line))) {
          expect(name).not.toBe('')
          expect(value).not.toBe('')
          expect(value.length).toBeLessThanOrEqual(maxValueLength)
        }
      }),
      { numRuns: runs(6_000), seed: 39 },
    )
  })

  it('of the maximum length is read too, whatever it repeats', () => {
    const pieces = [
      '"',
      '\\',
      ' ',
      '[',
      '] [',
      ': ',
      '=',
      'a=',
      'a="',
      ',',
      '/',
      '->',
      ' from ',
      '192.0.2.7 ',
      '{',
    ]
    for (const piece of pieces)
      for (const { programs, example } of parsers) {
        const message = example.slice(0, 40) + piece.repeat(Math.ceil(65_536 / piece.length))
        expect(() => tagsOf(fields, { program: programs[0] ?? '', message })).not.toThrow()
      }
  })
})

test.each([
  ['/usr/sbin/cron', 'cron'],
  ['CRON', 'cron'],
  ['postfix/smtpd', 'postfix'],
  ['nginx_edge', 'nginx'],
  ['haproxy-2', 'haproxy'],
  ['docker/nginx', 'nginx'],
  ['sshd(pam_unix)', 'sshd(pam_unix)'],
])('%s has the parsers of %s', (program, known) => {
  expect(parsersOfProgram(program)).not.toEqual([])
  expect(parsersOfProgram(program)).toEqual(parsersOfProgram(known))
})

test.each(['', '/', 'sh', 'constructor', '__proto__', 'unheard-of'])('%s has no parsers', program =>
  expect(parsersOfProgram(program)).toEqual([]),
)
