import { type RegexBudget, regexCondition, regexLimits } from '../../filter/parse/regex-condition.ts'
import type { Refuse } from '../../filter/predicate/faults.ts'
import type { Predicate, TextTest } from '../../filter/predicate/predicate.ts'
import { anyOf } from '../../filter/predicate/text-condition.ts'
import { quoteRegex } from '../../filter/regex/quote-regex.ts'
import { compileRegex, regexFault } from '../../filter/regex/regex.ts'
import { StepBudget } from '../../filter/regex/step-budget.ts'
import { type LabelSource, labelSource } from './labels.ts'
import { planStages } from './pipeline/stage-plan.ts'
import type {
  ComparisonOperator,
  LabelCondition,
  LineFilter,
  LogExpression,
  Matcher,
} from './syntax/expression.ts'
import { LogqlError } from './syntax/logql-error.ts'

type RegexTest = Extract<TextTest, { kind: 'regex' }>

/** Maximum conditions of a selector with its pipeline, since each event evaluates all of them. */
const maxConditions = 200

/**
 * The predicate of a selector and of the stages that the store evaluates. Case matters. As in Loki, an
 * expression must match the whole value of a label but only a part of a line, and its `.` does not match line
 * breaks. `text`: the whole expression, for the positions of errors. Throws a LogqlError.
 */
export function predicateOf(log: LogExpression, text: string): Predicate {
  return new PredicateBuilder(text).build(log)
}

class PredicateBuilder {
  readonly #text: string
  /** Budget of the expressions that the store evaluates. */
  readonly #budget: RegexBudget = { ...regexLimits.filter }
  /** Budget of regular expressions that run here: on the names of severities and facilities, and on ''. */
  readonly #steps = new StepBudget({ program: regexLimits.pattern.steps, run: 1_000_000 })
  #conditionsLeft = maxConditions

  constructor(text: string) {
    this.#text = text
  }

  build({ matchers, stages, at }: LogExpression): Predicate {
    const tests = matchers.map(matcher => this.#labelTest(matcher))
    if (tests.every(({ fitsEmpty }) => fitsEmpty)) {
      const message =
        'queries require at least one regexp or equality matcher that does not have an empty-compatible value. For instance, host=~".*" does not meet this requirement, but host=~".+" will'
      throw new LogqlError(message, this.#text, at)
    }
    const filters = planStages(stages).stored.map((stage): Predicate => {
      if (stage.kind === 'line') return this.#line(stage)
      return stage.kind === 'labels' ? this.#condition(stage.condition) : always
    })
    return all([...tests.map(({ predicate }) => predicate), ...filters])
  }

  /** A line filter: `|= "a" or "b"`. */
  #line({ op, values, at }: LineFilter): Predicate {
    const tests = values.map((value): Predicate => {
      this.#countCondition(at)
      if (isEmptyPattern(op, value)) return always
      const isText = op === '|=' || op === '!='
      const test = isText ? this.#lineText(value, at) : this.#checked(value, `(?-s:${value})`, at)
      return { kind: 'text', field: 'message', test }
    })
    const contains = anyOf(tests)
    return op === '|=' || op === '|~' ? contains : not(contains)
  }

  /** A label filter: `| a="b" and c>3`. */
  #condition(condition: LabelCondition): Predicate {
    switch (condition.kind) {
      case 'matches':
        return this.#labelTest(condition.matcher).predicate
      case 'compares':
        return this.#comparison(condition)
      default: {
        const parts = condition.of.map(part => this.#condition(part))
        return condition.kind === 'both' ? all(parts) : anyOf(parts)
      }
    }
  }

  /** Matches a label; a missing label is empty. */
  #labelTest({ label, op, value, at }: Matcher): { predicate: Predicate; fitsEmpty: boolean } {
    this.#countCondition(at)
    const source = this.#source(label, at)
    const isNegated = op === '!=' || op === '!~'
    let test: TextTest = { kind: 'is', value, fold: false }
    let fits = (text: string) => text === value
    if (op === '=~' || op === '!~') {
      const checked = this.#checked(value, `^(?:${value})$`, at)
      const regex = compileRegex(checked.pattern, false, this.#steps)
      test = checked
      fits = text => regex.test(text)
    }
    const positive = testOf(source, test, fits)
    return { predicate: isNegated ? not(positive) : positive, fitsEmpty: fits('') !== isNegated }
  }

  /** Drops lines whose value is not a plain decimal number, as if `| __error__=""` followed. */
  #comparison({ label, op, value, at }: Extract<LabelCondition, { kind: 'compares' }>): Predicate {
    this.#countCondition(at)
    const source = this.#source(label, at)
    if (source.kind !== 'text' || typeof source.field === 'string')
      throw new LogqlError(`the label "${label}" is no number; compare it with a text`, this.#text, at)
    const { field } = source
    const compare = (order: 'lt' | 'le' | 'gt' | 'ge'): Predicate => {
      return { kind: 'tag-number', field, op: order, value }
    }
    const operators = { '>': 'gt', '>=': 'ge', '<': 'lt', '<=': 'le' } as const
    if (op === '==') return all([compare('ge'), compare('le')])
    if (op === '!=') return anyOf([compare('lt'), compare('gt')])
    return compare(operators[op satisfies Exclude<ComparisonOperator, '==' | '!='>])
  }

  #source(label: string, at: number): LabelSource {
    const source = labelSource(label)
    if (source === undefined)
      throw new LogqlError(`the label "${label}" is of lines only, and cannot be selected by`, this.#text, at)
    return source
  }

  /** Searches the text as an expression, since case matters. */
  #lineText(value: string, at: number): RegexTest {
    const pattern = quoteRegex(value)
    const { characters } = regexLimits.pattern
    if (pattern.length <= characters) return this.#regex(pattern, at)
    const message = `expected a text of at most ${characters} characters; .*+?^$()[]{}|\\ count twice`
    throw new LogqlError(message, this.#text, at)
  }

  /** Compiles an expression within the limits of filters. */
  #regex(pattern: string, at: number): RegexTest {
    const refuse: Refuse = (_path, message) => {
      throw new LogqlError(message, this.#text, at)
    }
    regexCondition('message', [{ value: pattern, at: '' }], false, this.#budget, refuse)
    return { kind: 'regex', pattern, fold: false }
  }

  /**
   * Compiles `pattern`, which has a user's `expression` in a group. Checks the expression alone too: in
   * `^(?:a)|(b)$`, the `)` of the expression `a)|(b` would end the group.
   */
  #checked(expression: string, pattern: string, at: number): RegexTest {
    const test = this.#regex(pattern, at)
    const fault = regexFault(expression, false, this.#steps)
    if (fault === undefined) return test
    throw new LogqlError(`expected a regular expression in RE2 syntax: ${fault}`, this.#text, at)
  }

  /** Counts one condition. Throws if there are too many. */
  #countCondition(at: number): void {
    if (this.#conditionsLeft-- === 0)
      throw new LogqlError(`expected at most ${maxConditions} conditions`, this.#text, at)
  }
}

const always: Predicate = { kind: 'const', value: true }
const never: Predicate = { kind: 'const', value: false }

/**
 * Whether every line has what a line filter looks for, such as `|= ""` or `|~ "(?i)"`, which dashboards send
 * while their search field is empty. Then messages need not be read.
 */
function isEmptyPattern(op: LineFilter['op'], value: string): boolean {
  const isRegex = op === '|~' || op === '!~'
  return value === '' || (isRegex && /^\(\?[imsU]+\)$/.test(value))
}

/** The predicate of a label's test. `fits`: the same test, which runs here on the names of codes. */
function testOf(source: LabelSource, test: TextTest, fits: (value: string) => boolean): Predicate {
  switch (source.kind) {
    case 'none':
      return { kind: 'const', value: fits('') }
    case 'text':
      return { kind: 'text', field: source.field, test }
    case 'code': {
      const values = source.names.flatMap((name, code) => (fits(name) ? [code] : []))
      return values.length === 0 ? never : { kind: 'number-in', field: source.field, values }
    }
  }
}

function all(parts: readonly Predicate[]): Predicate {
  const needed = parts.filter(part => part.kind !== 'const' || !part.value)
  const [first = always] = needed
  return needed.length > 1 ? { kind: 'all', of: needed } : first
}

function not(predicate: Predicate): Predicate {
  if (predicate.kind === 'const') return { kind: 'const', value: !predicate.value }
  return { kind: 'not', of: predicate }
}
