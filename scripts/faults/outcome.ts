import type { FaultCase } from './fault-case.ts'
import { patternOf } from './titles.ts'

/** A test that has run. `titles`: of its surrounding blocks, and its own. */
export interface RanTest {
  file: string
  titles: readonly string[]
  status: 'passed' | 'failed' | 'skipped'
}

/** The reasons why a case does not pass: tests that failed, or did not run. */
export function missingOf(tests: FaultCase['tests'], ran: readonly RanTest[]): string[] {
  return tests.flatMap(([file, ...titles]) =>
    titles.flatMap(title => {
      const pattern = patternOf(title)
      const own = ran.filter(one => one.file === file && one.titles.some(name => pattern.test(name)))
      if (own.some(({ status }) => status === 'failed')) return [`${file}: ${title} failed`]
      return own.some(({ status }) => status === 'passed') ? [] : [`${file}: ${title} did not run`]
    }),
  )
}
