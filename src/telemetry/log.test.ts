import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLog, plainLine, withSeverity } from './log.ts'

function recorder() {
  const lines: string[] = []
  return { lines, log: openLog('debug', { write: line => void lines.push(line) }) }
}

const hex = 'c0ffee00'.repeat(6)

describe('no line carries a secret', () => {
  const cases: [name: string, members: object, text: string][] = [
    ['a header', { req: { headers: { authorization: 'token opensesame', accept: '*/*' } } }, ''],
    ['a header in capitals', { headers: { Authorization: 'opensesame' } }, ''],
    ['cookies', { headers: { cookie: 'a=opensesame', 'set-cookie': ['b=opensesame'] } }, ''],
    ['a password in a list', { users: [{ username: 'ann', password: 'opensesame' }] }, ''],
    ['a token', { found: { secret_key: 'opensesame', token: ['opensesame'] } }, ''],
    ['the URL', { url: '/api/query?AUTHTOKEN=opensesame&page=2' }, ''],
    ['the text', {}, 'GET /api/query?page=2&authtoken=opensesame failed'],
    ['a session in a text', {}, 'cookie was millrace_session=opensesame; Path=/'],
    ['a token in a text', {}, `asked for user-${hex} and ingest-${hex}`],
    ['a token without its word', {}, `asked for ${hex}`],
    ['a token in an error', { err: new Error(`no such token user-${hex}`) }, ''],
    [
      'members of an error',
      { err: Object.assign(new Error('x'), { request: { password: 'opensesame' } }) },
      '',
    ],
  ]
  test.each(cases)('%s', (_, members, text) => {
    const { lines, log } = recorder()
    log.info(members, text)
    log.child(members).info(text)
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).not.toMatch(/opensesame|c0ffee/)
      expect(line).toMatch(/redacted|"message":"x"/)
      expect(JSON.parse(line).level).toBe(30)
    }
  })

  test('whatever is logged, it stays a line of JSON', () => {
    const { lines, log } = recorder()
    const name = fc.oneof(fc.constantFrom('password', 'Cookie', 'url', 'user'), fc.string({ maxLength: 5 }))
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue(), { maxKeys: 6 }), fc.string(), (members, text) => {
        lines.length = 0
        log.info({ members }, `${text} user-${hex}`)
        const line = JSON.parse(lines.join(''))
        expect(line.msg).toContain('user-[redacted]')
        for (const [key, value] of Object.entries(line.members)) {
          if (key.toLowerCase() === 'password') expect(value).toBe('[redacted]')
        }
      }),
    )
  })
})

test('lines below the level are not written, and long texts are cut', () => {
  const lines: string[] = []
  const log = openLog('warn', { write: line => void lines.push(line) })
  log.info('quiet')
  log.child({ room: 'api' }).warn({ body: 'x'.repeat(100_000) }, 'loud')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines.join(''))).toMatchObject({ level: 40, room: 'api', msg: 'loud' })
  expect(lines.join('').length).toBeLessThan(4_300)
})

test('no text of a line is a whole body, wherever it is', () => {
  const { lines, log } = recorder()
  const body = 'x'.repeat(100_000)
  log.child({ child: body }).error({ err: new Error(body), req: { parts: [body] } }, body)
  const line = JSON.parse(lines.join(''))
  for (const text of [line.child, line.err.message, line.err.stack, line.req.parts[0], line.msg])
    expect(text).toMatch(/^(Error: )?x{4000,4096}\.\.\.$/)
})

test('a secret at the end of a truncated text is redacted', () => {
  const { lines, log } = recorder()
  log.warn({ body: `${'x '.repeat(2_030)}user-${hex}${' x'.repeat(2_000)}` })
  const { body } = JSON.parse(lines.join(''))
  expect(body).toContain('user-[redacted]')
  expect(body).not.toContain('c0ffee')
})

test('a person reads plain text', () => {
  const { lines, log } = recorder()
  log.child({ room: 'storage' }).warn({ days: 3, file: 'a b' }, 'behind')
  const error = Object.assign(new Error('disk is full'), { code: 'ENOSPC' })
  error.stack = 'Error: disk is full\n    at write'
  log.error({ err: error }, 'could not write')
  const plain = lines.map(line => plainLine(line).replace(/^\d\d:\d\d:\d\d /, ''))
  expect(plain).toEqual([
    'WARN  storage: behind days=3 file=a b\n',
    'ERROR could not write\n  Error: disk is full\n      at write\n',
  ])
})

test('each line has the priority of its level in front where journald is to read it', () => {
  const lines: string[] = []
  const log = openLog('trace', withSeverity({ write: line => void lines.push(line) }))
  const child = log.child({ room: 'api' })
  for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) {
    log[level]('own')
    child[level]('of a room')
  }
  expect(lines.map(line => line.slice(0, 4))).toEqual(
    [2, 3, 4, 6, 7, 7].flatMap(priority => [`<${priority}>{`, `<${priority}>{`]),
  )
})
