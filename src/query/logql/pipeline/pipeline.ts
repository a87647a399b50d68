import { StepsExceededError } from '../../../filter/regex/step-budget.ts'
import { Fault } from '../../../schema/fault.ts'
import type { LabelCondition, LineFilter, LogExpression, Stage, Unwrap } from '../syntax/expression.ts'
import { LogqlError } from '../syntax/logql-error.ts'
import { fieldsOfTemplate, labelFormatStage, lineFormatStage } from './format-stages.ts'
import { jsonPathsStage, parseJsonPath } from './json-paths.ts'
import { jsonStage } from './json-stage.ts'
import { compileCondition, labelsOf } from './label-filter.ts'
import type { SeriesGrouping } from './label-kinds.ts'
import { LineLabels, type SourceLabels } from './line-labels.ts'
import type { LineStage, PipelineLine } from './line-stage.ts'
import { logfmtKeysStage, logfmtStage, parseLogfmtKey } from './logfmt-stage.ts'
import { hintsForSeries, ParserHints, type SingleFilter } from './parser-hints.ts'
import { patternStage } from './pattern-stage.ts'
import { dropStage, keepStage } from './pick-stage.ts'
import { PipelineWork } from './pipeline-work.ts'
import { regexpStage } from './regexp-stage.ts'
import { planStages } from './stage-plan.ts'
import { type CompileContext, compileStageRegex } from './text-matcher.ts'
import { compileUnwrap, type SampleReader } from './unwrap.ts'

/** A line before the first stage. */
export interface SourceLine extends SourceLabels {
  text: string
  /** Microseconds. */
  at: number
}

/** Runs the stages of an expression on one line after the other. */
export class Pipeline {
  readonly #stages: readonly LineStage[]
  readonly #work: PipelineWork
  readonly #hints: ParserHints

  constructor(stages: readonly LineStage[], work: PipelineWork, hints: ParserHints) {
    this.#stages = stages
    this.#work = work
    this.#hints = hints
  }

  /** Runs the stages on a line; undefined if they drop it. Throws query_memory. */
  run(source: SourceLine): PipelineLine | undefined {
    const { text, at } = source
    this.#work.begin(text)
    const line = { text, at, labels: new LineLabels(source, this.#hints) }
    try {
      for (const stage of this.#stages) {
        this.#countAdded(line, text)
        if (!stage(line)) return undefined
      }
      return line
    } catch (error) {
      if (!(error instanceof StepsExceededError)) throw error
      throw new Fault('query_memory', { detail: `For one line, ${error.message}.`, cause: error })
    }
  }

  /**
   * Counts, for each stage again, the characters that templates have added to the line. Throws query_memory.
   */
  #countAdded({ text }: PipelineLine, source: string): void {
    const added = text.length - source.length
    if (added <= 0 || this.#work.countTemplate(added)) return
    const detail = 'A template makes a line so long that the stages after it would take too much time.'
    throw new Fault('query_memory', { detail })
  }

  /** Call it before labels or a line are kept until the answer. Throws query_memory. */
  keep(characters: number): void {
    this.#work.keep(characters)
  }

  /** Call it after each line. Returns a promise when other work is due. Throws query_memory. */
  turn(): Promise<unknown> | undefined {
    return this.#work.end()
  }
}

/**
 * Compiles the stages of a log query that the store does not evaluate. `text`: the whole expression, for the
 * positions of errors. Throws a LogqlError.
 */
export function linePipeline({ stages }: LogExpression, text: string): Pipeline {
  const work = new PipelineWork()
  const context = contextOf(text, work)
  const hints = new ParserHints({ filters: singleFilters(stages, context) })
  return new Pipeline(compileStages(planStages(stages).piped, context), work, hints)
}

/** Like linePipeline, but for a range function with this grouping: parsers may skip more. */
export function seriesPipeline({ stages }: LogExpression, text: string, grouping: SeriesGrouping): Pipeline {
  const work = new PipelineWork()
  const context = contextOf(text, work)
  const hints = hintsForSeries(grouping, labelsReadBy(stages), singleFilters(stages, context))
  return new Pipeline(compileStages(planStages(stages).piped, context), work, hints)
}

/** Compiles a pipeline that ends in a sample, and the reader of the sample. */
export function unwrapPipeline(
  { stages }: LogExpression,
  unwrap: Unwrap,
  text: string,
  grouping: SeriesGrouping,
): { pipeline: Pipeline; sampleOf: SampleReader } {
  const work = new PipelineWork()
  const context = contextOf(text, work)
  const filters = unwrap.filters.map((condition): Stage => ({ kind: 'labels', condition }))
  const allStages = [...stages, ...filters]
  // For Loki several filters after the label are one filter, which gives no hint.
  const single = singleFilters(filters.length === 1 ? allStages : stages, context)
  const hints = hintsForSeries(grouping, labelsReadBy(allStages), single, unwrap.label)
  const compiled = compileStages(planStages(stages).piped, context)
  return { pipeline: new Pipeline(compiled, work, hints), sampleOf: compileUnwrap(unwrap, context) }
}

function contextOf(text: string, work: PipelineWork): CompileContext {
  return { text, budget: work.budget, countTemplate: work.countTemplate.bind(work) }
}

function compileStages(stages: readonly Stage[], context: CompileContext): LineStage[] {
  return stages.map(stage => compileStage(stage, context))
}

function compileStage(stage: Stage, context: CompileContext): LineStage {
  switch (stage.kind) {
    case 'line':
      return lineFilterStage(stage, context)
    case 'labels':
      return conditionStage(stage.condition, context)
    case 'drop':
      return dropStage(stage.labels, context)
    case 'keep':
      return keepStage(stage.labels, context)
    case 'pattern':
      return patternStage(stage, context)
    case 'regexp':
      return regexpStage(stage, context)
    case 'line_format':
      return lineFormatStage(stage, context)
    case 'label_format':
      return labelFormatStage(stage.formats, context)
    case 'json':
      return stage.extractions.length === 0
        ? jsonStage
        : jsonPathsStage(
            stage.extractions.map(each => ({ ...each, path: parsed(each, parseJsonPath, context) })),
          )
    case 'logfmt':
      return stage.extractions.length === 0
        ? logfmtStage(stage)
        : logfmtKeysStage(
            stage.extractions.map(each => ({ ...each, key: parsed(each, parseLogfmtKey, context) })),
            stage,
          )
  }
}

/** Parses the expression of an extraction. Throws a LogqlError if it is invalid. */
function parsed<Path>(
  { expression, at }: { expression: string; at: number },
  parse: (expression: string) => Path | undefined,
  { text }: CompileContext,
): Path {
  const path = parse(expression)
  if (path === undefined) throw new LogqlError(`cannot parse expression [${expression}]`, text, at)
  return path
}

function conditionStage(condition: LabelCondition, context: CompileContext): LineStage {
  const test = compileCondition(condition, context)
  return ({ labels }) => test(labels)
}

/** Line filter after a stage that changes lines; the store evaluates the others. */
function lineFilterStage({ op, values, at }: LineFilter, context: CompileContext): LineStage {
  const isText = op === '|=' || op === '!='
  const tests = values.map((value): ((line: string) => boolean) => {
    if (isText) return line => line.includes(value)
    const regex = compileStageRegex(value, expression => `(?-s:${expression})`, context, at)
    return line => regex.test(line)
  })
  const isWanted = op === '|=' || op === '|~'
  return ({ text }) => tests.some(test => test(text)) === isWanted
}

/** Label filters that are a stage of their own, by which parsers drop lines early. */
function singleFilters(stages: readonly Stage[], context: CompileContext): SingleFilter[] {
  return stages.flatMap(stage => {
    if (stage.kind !== 'labels') return []
    const { condition } = stage
    const [label] = labelsOf(condition)
    if (condition.kind === 'both' || condition.kind === 'either' || label === undefined) return []
    return [{ label, fits: compileCondition(condition, context) }]
  })
}

/** Names of the labels that stages read, for hints. */
function labelsReadBy(stages: readonly Stage[]): string[] {
  return stages.flatMap(stage => {
    if (stage.kind === 'labels') return labelsOf(stage.condition)
    if (stage.kind === 'line_format') return fieldsOfTemplate(stage.template)
    if (stage.kind !== 'label_format') return []
    return stage.formats.flatMap(({ from }) =>
      'label' in from ? [from.label] : fieldsOfTemplate(from.template),
    )
  })
}
