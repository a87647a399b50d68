import { printDuration } from './duration.ts'
import type {
  Expression,
  Extraction,
  Grouping,
  LabelCondition,
  LabelFormat,
  LabelPick,
  LogExpression,
  Matcher,
  Stage,
  Unwrap,
} from './expression.ts'

/** Prints an expression on one line, with the spaces of Loki's format_query. */
export function printLogql(expression: Expression): string {
  switch (expression.kind) {
    case 'log':
      return printLog(expression)
    case 'number':
      return String(expression.value)
    case 'vector':
      return `vector(${expression.value})`
    case 'range': {
      const { fn, log, range, offset, unwrap, parameter, grouping } = expression
      const logText = [printLog(log), ...(unwrap === undefined ? [] : printUnwrap(unwrap))].join(' ')
      const parameterText = parameter === undefined ? '' : `${parameter}, `
      const groupingText = grouping === undefined ? '' : ` ${printGrouping(grouping)}`
      const sign = offset < 0 ? '-' : ''
      const offsetText = offset === 0 ? '' : ` offset ${sign}${printDuration(Math.abs(offset))}`
      return `${fn}(${parameterText}${logText} [${printDuration(range)}]${offsetText})${groupingText}`
    }
    case 'aggregation': {
      const { fn, parameter, grouping, of } = expression
      const groupingText = grouping === undefined ? '' : ` ${printGrouping(grouping)} `
      return `${fn}${groupingText}(${parameter === undefined ? '' : `${parameter}, `}${printLogql(of)})`
    }
    case 'sort':
      return `${expression.fn}(${printLogql(expression.of)})`
    case 'label-replace': {
      const { of, target, replacement, source, pattern } = expression
      const texts = [target, replacement, source, pattern].map(text => JSON.stringify(text))
      return `label_replace(${printLogql(of)}, ${texts.join(', ')})`
    }
    case 'binary': {
      const { op, returnsBool, left, right } = expression
      return `(${printLogql(left)} ${op}${returnsBool ? ' bool' : ''} ${printLogql(right)})`
    }
  }
}

function printGrouping({ kind, labels }: Grouping): string {
  return `${kind} (${labels.join(', ')})`
}

function printLog({ matchers, stages }: LogExpression): string {
  return [`{${matchers.map(printMatcher).join(', ')}}`, ...stages.map(printStage)].join(' ')
}

function printMatcher({ label, op, value }: Matcher): string {
  return `${label}${op}${JSON.stringify(value)}`
}

function printStage(stage: Stage): string {
  switch (stage.kind) {
    case 'line':
      return `${stage.op} ${stage.values.map(value => JSON.stringify(value)).join(' or ')}`
    case 'drop':
    case 'keep':
      return `| ${stage.kind} ${stage.labels.map(printPick).join(', ')}`
    case 'labels':
      return `| ${printCondition(stage.condition)}`
    case 'json':
      return ['| json', ...printExtractions(stage.extractions)].join(' ')
    case 'pattern':
    case 'regexp':
      return `| ${stage.kind} ${JSON.stringify(stage.expression)}`
    case 'line_format':
      return `| line_format ${JSON.stringify(stage.template)}`
    case 'label_format':
      return `| label_format ${stage.formats.map(printFormat).join(', ')}`
    case 'logfmt': {
      const flags = [...(stage.strict ? ['--strict'] : []), ...(stage.keepEmpty ? ['--keep-empty'] : [])]
      return ['| logfmt', ...flags, ...printExtractions(stage.extractions)].join(' ')
    }
  }
}

function printFormat({ label, from }: LabelFormat): string {
  return `${label}=${'label' in from ? from.label : JSON.stringify(from.template)}`
}

function printUnwrap({ label, conversion, filters }: Unwrap): string[] {
  const unwrapped = conversion === undefined ? label : `${conversion}(${label})`
  return [`| unwrap ${unwrapped}`, ...filters.map(filter => `| ${printCondition(filter)}`)]
}

function printPick(pick: LabelPick): string {
  return pick.op === undefined ? pick.label : printMatcher(pick)
}

/** The extractions as one text; empty without extractions. */
function printExtractions(extractions: readonly Extraction[]): string[] {
  if (extractions.length === 0) return []
  return [extractions.map(({ label, expression }) => `${label}=${JSON.stringify(expression)}`).join(', ')]
}

function printCondition(condition: LabelCondition): string {
  switch (condition.kind) {
    case 'matches':
      return printMatcher(condition.matcher)
    case 'compares':
      return `${condition.label}${condition.op}${condition.text ?? condition.value}`
    default: {
      const parts = condition.of.map(part =>
        part.kind === 'both' || part.kind === 'either' ? `(${printCondition(part)})` : printCondition(part),
      )
      return parts.join(condition.kind === 'both' ? ' and ' : ' or ')
    }
  }
}
