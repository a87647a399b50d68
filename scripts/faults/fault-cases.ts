import { answerCases } from './cases/answers.ts'
import { inputCases } from './cases/input.ts'
import { serviceCases } from './cases/service.ts'
import type { FaultCase } from './fault-case.ts'

/** The faults and bad inputs that the service must handle, by number. */
export const faultCases: ReadonlyMap<number, FaultCase> = new Map(
  Object.entries({ ...inputCases, ...answerCases, ...serviceCases }).map(([number, one]) => [
    Number(number),
    one,
  ]),
)

/** The files of the tests of all cases, each once. */
export function filesOf(cases: Iterable<FaultCase>): string[] {
  return [...new Set([...cases].flatMap(({ tests }) => tests.map(([file]) => file)))].sort()
}
