import type { Unwrap } from '../syntax/expression.ts'
import { GoValueError, parseByteSize, parseGoFloat, parseGoSeconds } from '../syntax/go-values.ts'
import { compileCondition } from './label-filter.ts'
import type { LineLabels } from './line-labels.ts'
import type { CompileContext } from './text-matcher.ts'

/** Reads the sample from the labels of a line; undefined without one. May set the error label. */
export type SampleReader = (labels: LineLabels) => number | undefined

const conversions: Readonly<Record<NonNullable<Unwrap['conversion']>, (text: string) => number>> = {
  bytes: parseByteSize,
  duration: parseGoSeconds,
  duration_seconds: parseGoSeconds,
}

/**
 * Compiles `| unwrap`. As in Loki, a value that is not a number becomes the sample 0 with the error label.
 * Throws a LogqlError.
 */
export function compileUnwrap({ label, conversion, filters }: Unwrap, context: CompileContext): SampleReader {
  const read = conversion === undefined ? parseGoFloat : conversions[conversion]
  const tests = filters.map(filter => compileCondition(filter, context))
  return labels => {
    const text = labels.get(label)
    if (text === undefined || text === '') return undefined
    let value = 0
    try {
      value = read(text)
    } catch (error) {
      if (!(error instanceof GoValueError)) throw error
      labels.error = 'SampleExtractionErr'
      labels.errorDetails = error.message
    }
    // Runs all filters, since each may set the error.
    return tests.reduce((fits, test) => test(labels) && fits, true) ? value : undefined
  }
}
