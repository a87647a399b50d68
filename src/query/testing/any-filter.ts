import fc from 'fast-check'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import { anyPart } from '../../filter/testing/any-part.ts'
import type { Condition, Filter } from '../../schema/filter/condition.ts'

const texts: Readonly<Record<string, readonly string[]>> = {
  host: ['fw-1', 'FW-1', 'fw-*', '?w-2', '*', '', 'web.GRÖSSE', 'web.größe', '节?', 'nowhere'],
  program: ['sshd', 'SSH*', '', '\uffff', '😀', '?', 'c*'],
  cisco_mnemonic: ['ASA-6-302013', 'asa*', ''],
  type: ['SYSLOG', 'unknown', '*nal'],
  user: ['ana', 'ANA', '*', '', 'b*', 'STRASSE', 'ßtraße'],
  ut_user: ['ana', 'bo', '*', ''],
  ut_host: ['inner', '*', ''],
  'Src.Port': ['22', '443*', '*', ''],
  'FortiGate Type': ['utm', 'UTM'],
  'a "b" `c` %2e': ['x', '*'],
  节点: ['一', ''],
  constructor: ['c', '*', ''],
}
const words = [
  'failed',
  'Password',
  '10.1.2.3',
  '10.1.2.*',
  '失',
  '登录',
  'größe',
  'GRÖSSE',
  'f*',
  '?p',
  '302013',
  '*ssw*',
  '*рот*',
  'ОШИБКА',
  'σίσυφος',
  'ล้ม*',
  'الاتصال',
  'naïve',
  '00:1b:44:11:3a:b7',
  '%LINK-3-UPDOWN',
  '/var/log*',
]
const regexes = [
  ...['^f', 'fw-[12]', 'port \\d+$', 'Ö', '[^a-z]', '^$', '登|ош', "'|\\\\"],
  ...['(?i)ΣΊΣ', '\\p{Thai}', 'pass(word)?', '\\b10\\.', '[0-9a-f]{2}:1[bB]', 'LINK-.-UP'],
]

const textCondition = fc.constantFrom(...Object.keys(texts)).chain(field => {
  const value = fc.constantFrom(...(texts[field] ?? []))
  return fc.record<Condition>(
    {
      field: fc.constant(field),
      op: fc.constantFrom('eq', 'eq', 'ne'),
      value: fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 4 })),
      ignore_case: fc.boolean(),
    },
    { requiredKeys: ['field', 'value'] },
  )
})

const regexCondition = fc.record<Condition>(
  {
    field: fc.constantFrom('host', 'message', 'program', 'user', 'type'),
    op: fc.constantFrom('=~', '!~'),
    value: fc.constantFrom(...regexes),
    ignore_case: fc.boolean(),
  },
  { requiredKeys: ['field', 'op', 'value'] },
)

const patterns = [
  ...['<N>', 'Failed password for root from <N>.<N>.<N>.<N> port <N>', 'port <N>', '<hex>', 'Link <id>'],
  ...['\\<N>', '', 'ab', 'user<N>'],
]
const patternCondition = fc.record<Condition>(
  {
    field: fc.constant('message'),
    op: fc.constantFrom('|>', '!>'),
    value: fc.oneof(fc.constantFrom(...patterns), fc.subarray(patterns, { minLength: 1, maxLength: 3 })),
  },
  { requiredKeys: ['field', 'op', 'value'] },
)

const comparison = fc.constantFrom('lt', 'le', 'gt', 'ge')
const smallNumber = fc.oneof(fc.integer({ min: -1, max: 8 }), fc.constantFrom('3', '2.5', 0.5))
const numberCondition = fc.oneof(
  fc.record<Condition>({
    field: fc.constantFrom('severity', 'facility', 'status', 'counter'),
    op: fc.constantFrom('eq', 'ne'),
    value: fc.array(smallNumber, { minLength: 1, maxLength: 3 }),
  }),
  fc.record<Condition>({
    field: fc.constantFrom('severity', 'facility', 'status', 'counter', 'Src.Port', 'ut_Src.Port'),
    op: comparison,
    value: fc.oneof(smallNumber, fc.constantFrom(22, 443.5, -7)),
  }),
)

const word = fc.constantFrom(...words)
const phrase = fc.constantFrom(
  '"for root from"',
  '"302013 built"',
  '"σύνδεση σίσυφος"',
  '"登录失败 ошибка"',
  '"3a b7 %link"',
  '""',
)
/** Words, phrases and wildcards under AND, OR and NOT anywhere, in any of their spellings. */
const expression = fc.letrec<{ any: string }>(tie => ({
  any: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: phrase }) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('!', '-', 'NOT '), tie('any')).map(([not, of]) => `${not}(${of})`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie('any'), fc.constantFrom(' ', ' | ', ' !', ' AND ', ' or ', ' or not '), tie('any'))
        .map(([a, between, b]) => `(${a})${between}(${b})`),
    },
  ),
})).any
const messageCondition = fc.oneof(
  fc.record<Condition>({
    field: fc.constant('message'),
    op: fc.constantFrom('eq', 'ne'),
    value: fc.oneof(
      word,
      fc.tuple(word, word).map(pair => pair.join(' ')),
      fc.constantFrom('', '%'),
    ),
  }),
  fc.record<Condition>({
    field: fc.constant('message'),
    op: fc.constant('qp'),
    value: fc.oneof(
      { weight: 6, arbitrary: expression },
      { weight: 1, arbitrary: fc.constant('up OR "open opt"') },
    ),
  }),
)

function timeCondition(moment: number): fc.Arbitrary<Condition> {
  const second = fc.oneof(fc.constantFrom(0, -3600, 0.000001), fc.integer({ min: -200_000, max: 200_000 }))
  return fc.record<Condition>({
    field: fc.constantFrom('first_occurrence', 'last_occurrence'),
    op: comparison,
    value: second.map(offset => moment + offset),
  })
}

/** Any valid filter over the texts of the corpora; most match a good part of the events. */
export function anyFilter(moment: number): fc.Arbitrary<Filter> {
  const condition: fc.Arbitrary<Condition> = fc.oneof(
    { weight: 4, arbitrary: textCondition },
    { weight: 3, arbitrary: numberCondition },
    { weight: 3, arbitrary: messageCondition },
    { weight: 1, arbitrary: regexCondition },
    { weight: 1, arbitrary: patternCondition },
    { weight: 2, arbitrary: timeCondition(moment) },
  )
  const filter = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Filter>([]) },
    { weight: 4, arbitrary: fc.array(condition, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(condition, { minLength: 2, maxLength: 3 }) },
    { weight: 3, arbitrary: fc.array(anyPart(condition), { minLength: 1, maxLength: 2 }) },
  )
  return filter.filter(conditions => 'predicate' in parseFilter(conditions))
}
