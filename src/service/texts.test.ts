import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseJsonTemplate } from '../alerts/actions/kinds/webhook/webhook-body.ts'
import { parseCaptures } from '../alerts/actions/templates/captures.ts'
import { parseMailTemplate } from '../alerts/actions/templates/mail-template.ts'
import { parseTemplate as parseTextTemplate } from '../alerts/actions/templates/template.ts'
import { parseUrlTemplate } from '../alerts/actions/templates/url-template.ts'
import { compileTitlePattern } from '../api/dashboards/list-query.ts'
import { parseFilter } from '../filter/parse/parse-filter.ts'
import { parseQuery } from '../filter/qp/parser.ts'
import { parseTypedQuery } from '../filter/typed/typed-query.ts'
import { readListeners } from '../ingest/listen/config/read-listeners.ts'
import { readRuleFileText } from '../ingest/rules/read-file.ts'
import { maxTemplateBytes, templateTitle } from '../metadata/dashboards/templates/template-text.ts'
import { predicateOf } from '../query/logql/predicate.ts'
import { parseLogql, parseLogqlSelector } from '../query/logql/syntax/parse.ts'
import { readCron } from '../schema/reports/crontab.ts'
import { parseStatement } from '../storage/reads/user-sql/parse-statement.ts'
import { WorkCounter } from '../testing/count-work.ts'
import { parseTypedRange } from '../time/parse-typed-range.ts'
import { parseYaml } from './settings/yaml-file.ts'

/** A kind of text that the service or a command compiles. Each new kind needs a row. */
interface TextKind {
  /** Compiles a text; may throw a refusal. */
  read: (text: string) => unknown
  /** Length of the largest text in characters, or a smaller stand-in if that is more than a test reads. */
  max: number
  /** Maximum blocks of code (testing/count-work.ts) that any text of `max` characters may run. */
  work: number
  /** Units that a bad text repeats, with the text before and after them. */
  worst: readonly [before: string, unit: string | ((i: number) => string), behind: string][]
}

/** Bad texts of every language with parentheses. */
const nested = [
  ['', '(', ''],
  ['', ')', ''],
  ['', '-', ''],
  ['"', '\\', ''],
  ['', '"', ''],
  ['', "'", ''],
  ['', ' ', 'x'],
  ['', '*', ''],
  ['', 'a ', ''],
] as const satisfies TextKind['worst']

const yamlWorst = [
  ['', i => `k${i}: 1\n`, ''],
  ['{', i => `k${i}: 1, `, '}'],
  ['', 'k: 1\n', ''],
  ['a: &a 1\nb: [', '*a, ', ']'],
  ['', i => `- &a${i} *a${i - 1}\n`, ''],
  ['[', ',', ']'],
  ['', '? ', ''],
  ['', '- ? ', ''],
  ['', '? - ', ''],
  ['', '- ', ''],
  ['', '"a" b\n', ''],
  ['a: ', '&b !c ', ''],
  ['a: "', '\n', '"'],
  ['a: |\n', '  b\n', ''],
  ['', '# c\n', 'a: 1'],
  ['', '---\n', ''],
] as const satisfies TextKind['worst']

const expressions = [
  ['', 'a{1000}', ''],
  ['', '(a*)*', ''],
  ['', '(', ''],
  ['', '\\pL', ''],
  ['', '[a-z]|', ''],
  ['(?i)', 'ab|', ''],
  ['', '.*', ''],
  ['', '(?:a|b){0,99}', ''],
] as const satisfies TextKind['worst']

const templates = [
  ['', '{{event:host}}', ''],
  ['', '{{', ''],
  ['', '{{a:', '}}'],
  ['', '}', ''],
  ['', '\n', ''],
  ['', 'Subject: a\n', '\n\nx'],
] as const satisfies TextKind['worst']

const message = (op: '=~' | 'qp') => (value: string) => parseFilter([{ field: 'message', op, value }])
const rules = (value: string) =>
  JSON.stringify({ rewrite_rules: [{ match: { field: 'message', op: '=~', value }, drop: true }] })

const kinds: Readonly<Record<string, TextKind>> = {
  'regular expressions of filters': { read: message('=~'), max: 1_000, work: 1_000_000, worst: expressions },
  title__iregex: { read: compileTitlePattern, max: 200, work: 1_000_000, worst: expressions },
  'expressions of mails': {
    read: text => parseCaptures([['a', text]]),
    max: 1_000,
    work: 1_000_000,
    worst: expressions,
  },
  'expressions of rules': {
    read: text => readRuleFileText('a.json', rules(text), 'json'),
    max: 4_000,
    work: 3_000_000,
    worst: expressions,
  },
  'searches of messages': {
    read: message('qp'),
    max: 10_000,
    work: 1_000_000,
    worst: [...nested, ['', 'a|', 'b'], ['', '!', 'a'], ['', 'a* "b c" ', '']],
  },
  'search trees': { read: parseQuery, max: 10_000, work: 1_000_000, worst: nested },
  'typed searches': {
    read: text => parseTypedQuery(text, () => undefined),
    max: 10_000,
    work: 1_000_000,
    worst: [
      ...nested,
      ['', 'host:a ', ''],
      ['', 'host:(a | ', ''],
      ['', 'severity>=3', ''],
      ['', ':', ''],
      ['', '-program:(', ''],
    ],
  },
  'ranges as typed': {
    read: text => parseTypedRange(text, 'UTC', 1_780_000_000),
    max: 1_000,
    work: 1_000_000,
    worst: [...nested, ['', '1', ''], ['now', '-1d', ''], ['', '2026-', '']],
  },
  LogQL: {
    read: parseLogql,
    max: 10_000,
    work: 1_000_000,
    worst: [
      ...nested,
      ['sum(', 'sum(', ''],
      ['{a="b"}', ' |= "a"', ''],
      ['{', 'a=~".+",', '}'],
      ['', '1 + ', '1'],
      ['', '2^', '2'],
      ['{a="b"} |~ `', '(', '`'],
    ],
  },
  'selectors of LogQL': {
    read: text => predicateOf(parseLogqlSelector(text), text),
    max: 10_000,
    work: 1_000_000,
    worst: [
      ['{host=~"', '(a*)*', '"}'],
      ['{', 'host=~"a{90}",', '}'],
      ['{host="a"}', ' |~ "b{90}"', ''],
    ],
  },
  'SQL of users': {
    read: parseStatement,
    max: 20_000,
    work: 1_000_000,
    worst: [
      ...nested,
      ['SELECT ', 'a, ', 'a FROM events'],
      ['SELECT 1 FROM events WHERE ', 'a AND ', '1'],
      ['SELECT ', 'not ', '1'],
      ['WITH ', i => `a${i} AS (SELECT 1 FROM events), `, ''],
      ['SELECT ', 'f(', ''],
      ['SELECT a', '.b', ''],
      ['/*', '*', ''],
      ['SELECT *', ', *', ' FROM events'],
    ],
  },
  crontabs: {
    read: minute => readCron({ minute }),
    max: 200,
    work: 1_000_000,
    worst: [
      ['', '*,', '*'],
      ['', '0-59,', '1'],
      ['*', '/1', ''],
      ['', '1-', ''],
      ['', ',', ''],
    ],
  },
  'mails of triggers': {
    read: parseMailTemplate,
    max: 65_536,
    work: 1_000_000,
    worst: [...templates, ['', i => `Match-Message-a${i}: a{50}\n`, '\n'], ['To: ', 'a@b.cd,', '']],
  },
  'texts of notes and tasks': { read: parseTextTemplate, max: 10_000, work: 1_000_000, worst: templates },
  'bodies of webhooks': {
    read: parseJsonTemplate,
    max: 65_536,
    work: 1_000_000,
    worst: [
      ...templates,
      ['[', '"{{event:host}}",', '1]'],
      ['', '[', ''],
      ['{', i => `"k${i}": 1,`, '"a": 1}'],
    ],
  },
  'URLs of webhooks': {
    read: text => parseUrlTemplate(`https://a.example/${text}`),
    max: 4_096,
    work: 1_000_000,
    worst: [...templates, ['', '/', ''], ['?', 'a=b&', ''], ['', '%', '']],
  },
  'templates of dashboards': {
    read: text => templateTitle({ text, format: 'yaml' }),
    max: maxTemplateBytes / 16,
    work: 3_000_000,
    worst: yamlWorst,
  },
  'files of rules': {
    read: text => readRuleFileText('a.yaml', text, 'yaml'),
    max: 16_000,
    work: 3_000_000,
    worst: [
      ...yamlWorst.slice(0, 4),
      ['a: 1\n', "- 'b\n", ''],
      ['rewrite_rules:\n', "- match: {field: a, op: '=~', value: 'a{90}'}\n", ''],
    ],
  },
  'files of settings and listeners': {
    read(text) {
      const yaml = parseYaml(text, 'YAML')
      if ('content' in yaml) readListeners(yaml.content, '/', [])
    },
    max: 16_000,
    work: 3_000_000,
    worst: [...yamlWorst.slice(0, 3), ['listeners:\n', i => `- {name: a${i}, kind: udp, port: 1}\n`, '']],
  },
}

function textOf([before, unit, behind]: TextKind['worst'][number], length: number): string {
  let text = before
  for (let i = 0; text.length + behind.length < length; i++) text += typeof unit === 'string' ? unit : unit(i)
  return (text + behind).slice(0, length)
}

const counter = new WorkCounter()
beforeAll(() => counter.open())
afterAll(() => counter.close())

/** Less work is not compared: a language's limits may end a longer text sooner. */
const littleWork = 50_000

test.each(Object.entries(kinds))('%s are compiled in work that their length bounds', async (_, kind) => {
  const { max, work, worst } = kind
  const read = (text: string): void => {
    try {
      kind.read(text)
    } catch {
      // The text was refused. Other tests check the errors.
    }
  }
  const count = (text: string) => counter.count(() => read(text))
  const tooMuch: unknown[] = []
  for (const unit of worst) {
    // Not counted, since a language may prepare something with its first text.
    read(textOf(unit, 300))
    // A limit of depth may refuse the whole text early, and not a shorter one.
    const short = await count(textOf(unit, Math.min(max, 400)))
    if (short > work) {
      tooMuch.push([textOf(unit, 40), short])
      continue
    }
    const whole = await count(textOf(unit, max))
    if (whole > work) tooMuch.push([textOf(unit, 40), whole])
    if (whole < littleWork) continue
    // Twice the text: less than four times the work, which would be quadratic.
    const half = await count(textOf(unit, max / 2))
    if (whole > 3.5 * half) tooMuch.push([textOf(unit, 40), half, whole])
  }
  expect(tooMuch).toEqual([])
})
