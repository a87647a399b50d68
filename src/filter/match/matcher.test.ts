import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { EVENT_UNKNOWN, type StoredEvent } from '../../schema/event/event.ts'
import type { Condition } from '../../schema/filter/condition.ts'
import { runs } from '../../testing/depth.ts'
import { parseFilter } from '../parse/parse-filter.ts'
import type { TokenPattern } from '../predicate/predicate.ts'
import { printQuery } from '../qp/print-query.ts'
import type { Tree } from '../qp/tree.ts'
import { eventWith } from '../testing/event.ts'
import { anyMessage, anyTree } from '../testing/trees.ts'
import { tokens } from '../words/tokens.ts'
import { compileMatcher, compilePhrase, PhraseText } from './matcher.ts'

function matches(filter: Condition[], event: StoredEvent): boolean {
  const read = parseFilter(filter)
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  return compileMatcher(read.predicate)(event)
}

const searches = (text: string, message: string) =>
  matches([{ field: 'message', op: 'qp', value: text }], eventWith({ message }))

describe('message search', () => {
  it.each([
    ['登录失败', '用户登录失败，请重试', true],
    ['失败', '登录失败', true],
    ['败失', '登录失败', false],
    ['登录*', '登录', true],
    ['ärger', 'Viel ÄRGER!', true],
    ['größe', 'GRÖßE=3', true],
    ['größ', 'Größe', false],
    ['größ*', 'Größe', true],
    ['gr??e', 'Größe', true],
    ['ошибка', 'ОШИБКА: диск', true],
    ['ΟΔΟΣ', 'η οδος', false],
    ['ΟΔΟΣ', 'Η ΟΔΟΣ', true],
    ['10.1.2.3', 'from 10.1.2.3 port 22', true],
    ['10.1.2', 'from 10.1.2.3 port 22', true],
    ['10.1.3', 'from 10.1.2.3 port 22', false],
    ['10 3', 'from 10.1.2.3 port 22', true],
    ['172.29.*', 'from 172.29.0.1', true],
    ['172.29.*', 'net 172.29', false],
    ['00:1b:44:11:3a:b7', 'MAC 00-1B-44-11-3A-B7 seen', true],
    ['44:11', 'MAC 00:1B:44:11:3A:B7 seen', true],
    ['%ASA-6-302013', '%ASA-6-302013: Built inbound', true],
    ['302013', '%ASA-6-302013: Built inbound', true],
    ['ASA-302013', '%ASA-6-302013: Built inbound', false],
    ['/opt/x', 'exec /opt/x/run.sh', true],
    ['error', 'errors', false],
    ['error', 'my_error', true],
    ['"disk full"', 'disk is full', false],
    ['"disk full"', 'Disk: full', true],
    ['*', '', false],
    ['*', '...', false],
    ['*', 'x', true],
    ['-error', '', true],
    ['-error', 'an error', false],
    ['a | -b', 'b', false],
    ['a | -b', 'c', true],
    ['(fail* | denied) !test', 'Failed', true],
    ['(fail* | denied) !test', 'denied by test', false],
  ])('%s in %j: %s', (text, message, want) => {
    expect(searches(text, message)).toBe(want)
  })

  /**
   * Evaluates a tree independently of matcher.ts and wildcard.ts: terms become JavaScript expressions, which
   * search the tokens joined by spaces.
   */
  function holds(tree: Tree, line: string): boolean {
    switch (tree.kind) {
      case 'term':
        return new RegExp(` ${tree.tokens.map(asExpression).join(' ')} `, 'u').test(line)
      case 'not':
        return !holds(tree.of, line)
      case 'and':
        return tree.of.every(of => holds(of, line))
      case 'or':
        return tree.of.some(of => holds(of, line))
    }
  }
  function asExpression({ text, wild }: TokenPattern): string {
    return wild ? text.replaceAll('*', '[^ ]*').replaceAll('?', '[^ ]') : text
  }

  it('equals a plain reading of the tokens', () => {
    const seen = { hits: 0, misses: 0 }
    fc.assert(
      fc.property(anyTree, anyMessage, (tree, message) => {
        const want = holds(
          tree,
          `${tokens(message)
            .map(token => ` ${token}`)
            .join('')} `,
        )
        expect(searches(printQuery(tree), message)).toBe(want)
        seen[want ? 'hits' : 'misses']++
      }),
      { numRuns: runs(3_000) },
    )
    expect(Math.min(seen.hits, seen.misses)).toBeGreaterThan(runs(600))
  })
})

const event = eventWith({
  host: 'Web-1',
  mnemonic: 'SYS-5-CONFIG_I',
  counter: 5,
  ts: 1_767_227_400_120_031,
  last: 1_767_227_431_900_112,
  severity: 3,
  facility: 23,
  status: 1,
  message: 'Disk FULL\non /dev/sda',
  tags: {
    user: 'Alice',
    port: '8080',
    load: '-0.5',
    ut_zone: 'a',
    ut_gap: '',
    gap: 'c',
    zone: 'b',
    host: 'inner',
    none: '',
    version: '1.2.3',
  },
})

describe('conditions', () => {
  it.each<[Condition, boolean]>([
    [{ field: 'host', value: 'WEB-1' }, true],
    [{ field: 'host', value: 'WEB-1', ignore_case: false }, false],
    [{ field: 'host', value: 'web' }, false],
    [{ field: 'host', value: 'web*' }, true],
    [{ field: 'host', value: 'web*', ignore_case: false }, false],
    [{ field: 'host', value: '???-1' }, true],
    [{ field: 'host', value: ['x', 'y', 'web-1'] }, true],
    [{ field: 'host', value: ['x', 'y', 'Web-1'], ignore_case: false }, true],
    [{ field: 'host', value: ['x', 'y', 'web-1'], ignore_case: false }, false],
    [{ field: 'host', op: 'ne', value: ['x', 'w*'] }, false],
    [{ field: 'host', op: 'ne', value: [] }, true],
    [{ field: 'host', value: [] }, false],
    [{ field: 'cisco_mnemonic', value: 'sys-5-*' }, true],
    [{ field: 'program', value: '*' }, true],
    [{ field: 'type', value: 'syslog' }, true],
    [{ field: 'type', value: ['INTERNAL', 'UNKNOWN'] }, false],
    [{ field: 'type', op: '=~', value: '^SYS', ignore_case: false }, true],
    [{ field: 'user', value: 'alice' }, true],
    [{ field: 'User', value: 'alice' }, false],
    [{ field: 'user', value: '*' }, true],
    [{ field: 'none', value: '*' }, false],
    [{ field: 'none', value: '' }, true],
    [{ field: 'user', value: '' }, false],
    [{ field: 'missing', op: 'ne', value: 'x' }, true],
    [{ field: 'constructor', value: '*' }, false],
    [{ field: '__proto__', value: '*' }, false],
    [{ field: 'ut_zone', value: 'a' }, true],
    [{ field: 'zone', value: 'b' }, true],
    [{ field: 'ut_gap', value: 'c' }, true],
    [{ field: 'ut_user', value: 'alice' }, true],
    [{ field: 'ut_host', value: 'inner' }, true],
    [{ field: 'port', op: 'gt', value: 999 }, true],
    [{ field: 'port', op: 'le', value: '8080' }, true],
    [{ field: 'load', op: 'lt', value: 0 }, true],
    [{ field: 'version', op: 'gt', value: 0 }, false],
    [{ field: 'user', op: 'lt', value: 1 }, false],
    [{ field: 'missing', op: 'lt', value: 1 }, false],
    [{ field: 'severity', value: ['error', 'alert'] }, true],
    [{ field: 'severity', op: 'lt', value: 3 }, false],
    [{ field: 'severity', value: 3.5 }, false],
    [{ field: 'severity', op: 'lt', value: 3.5 }, true],
    [{ field: 'facility', op: 'ne', value: ['LOCAL7'] }, false],
    [{ field: 'status', value: 1 }, true],
    [{ field: 'counter', op: 'ge', value: 5 }, true],
    [{ field: 'counter', op: 'gt', value: 5 }, false],
    [{ field: 'first_occurrence', value: 1767227400.120031 }, true],
    [{ field: 'last_occurrence', op: 'gt', value: 1767227431.900111 }, true],
    [{ field: 'last_occurrence', op: 'gt', value: 1767227431.900112 }, false],
    [{ field: 'message', value: 'full disk' }, true],
    [{ field: 'message', value: '/dev/sda' }, true],
    [{ field: 'message', value: 'ful' }, false],
    [{ field: 'message', value: 'ful*' }, true],
    [{ field: 'message', op: 'ne', value: ['*ul*'] }, false],
    [{ field: 'message', value: '' }, true],
    [{ field: 'message', value: '---' }, false],
    [{ field: 'message', op: '=~', value: 'full.on' }, true],
    [{ field: 'message', op: '=~', value: 'full.on', ignore_case: false }, false],
    [{ field: 'message', op: '=~', value: '^on' }, false],
    [{ field: 'message', op: '!~', value: ['nothing', 'sd[a-c]$'] }, false],
    [{ field: 'user', op: '!~', value: 'bob' }, true],
    [{ field: 'missing', op: '=~', value: '^$' }, true],
  ])('%j: %s', (condition, want) => {
    expect(matches([condition], event)).toBe(want)
  })

  it('all of them hold', () => {
    const host: Condition = { field: 'host', value: 'web-1' }
    expect(matches([host, { field: 'counter', value: 5 }], event)).toBe(true)
    expect(matches([host, { field: 'counter', value: 6 }], event)).toBe(false)
    expect(matches([], event)).toBe(true)
  })
})

it('a message without a word', () => {
  const none: Condition = { field: 'message', op: '=~', value: '^\\W*$' }
  expect([
    matches([none], eventWith({ message: '' })),
    matches([none], eventWith({ message: '...' })),
  ]).toEqual([true, true])
})

it('an event that was not understood', () => {
  const unknown = eventWith({ type: EVENT_UNKNOWN, message: '\u0000\ufffd<' })
  expect(matches([{ field: 'type', value: 'Unknown' }], unknown)).toBe(true)
})

it('one matcher answers for event after event', () => {
  const read = parseFilter([{ field: 'message', op: 'qp', value: 'a !b' }])
  if ('faults' in read) throw new Error('refused')
  const test = compileMatcher(read.predicate)
  expect(['a', 'a b', 'a', 'b', 'c a'].map(message => test(eventWith({ message })))).toEqual([
    true,
    false,
    true,
    false,
    true,
  ])
})

it('folds one value as it folds many', () => {
  const values = fc.array(fc.constantFrom('Σ', 'ς', 'σ', 'İ', 'i', 'ß', 'ẞ', 'K', '\u212a', 'Ж'), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(values, values, (host, value) => {
      const one = eventWith({ host: host.join('') })
      const single = matches([{ field: 'host', value: value.join('') }], one)
      expect(matches([{ field: 'host', value: [value.join(''), 'never'] }], one)).toBe(single)
      expect(matches([{ field: 'host', value: `${value.join('')}*` }], one)).toBe(
        lower(host.join('')).startsWith(lower(value.join(''))),
      )
    }),
  )
})

/** Lower case of each code point alone, independent of fold. */
function lower(text: string): string {
  return [...text].map(char => char.toLowerCase()).join('')
}

/**
 * Messages in which the tokens of the patterns are frequent, alone and as parts of others, next to all kinds
 * of characters.
 */
const message = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('ab', 'AB', 'a', 'b', '7', 'Ab7') },
      { weight: 2, arbitrary: fc.constantFrom(' ', ' ', ' - ', '_', ':') },
      fc.constantFrom('é', 'é', '登', 'あ', 'ー', 'Σ', 'İ', 'K', '👍', '\ud800', '½'),
    ),
    { maxLength: 12 },
  )
  .map(parts => parts.join(''))

const pattern = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('ab', 'a', 'b', '7', 'k', 'i').map(plain) },
  fc.constantFrom('é', '登', 'ー').map(plain),
  fc.constantFrom('a*', '?').map(text => ({ text, wild: true })),
)

function plain(text: string) {
  return { text, wild: false }
}

test('a phrase is found where its tokens follow each other, and nowhere else', () => {
  const seen = { hits: 0, misses: 0 }
  fc.assert(
    fc.property(message, fc.array(pattern, { minLength: 1, maxLength: 3 }), (text, patterns) => {
      const all = tokens(text)
      const fits = ({ text: of, wild }: (typeof patterns)[number], token = '') =>
        wild ? (of === '?' ? [...token].length === 1 : token.startsWith('a')) : token === of
      const wanted = all.some((_, start) => patterns.every((one, i) => fits(one, all[start + i])))
      expect(compilePhrase(patterns)(new PhraseText(text))).toBe(wanted)
      seen[wanted ? 'hits' : 'misses']++
    }),
    { numRuns: runs(4_000) },
  )
  expect(Math.min(seen.hits, seen.misses)).toBeGreaterThan(runs(100))
})
