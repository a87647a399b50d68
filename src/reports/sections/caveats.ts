import { missingDaysText } from '../../schema/query/missing-days.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'

/**
 * Sentences about the numbers of an answer, for example that they are approximate or that the query was
 * stopped.
 */
export function caveatsOf({
  status,
  results,
  missing_days: missingDays = [],
}: QueryRepresentation): string[] {
  const caveats: string[] = []
  if (missingDays.length > 0) caveats.push(missingDaysText(missingDays))
  if (status === 'STOPPED') {
    caveats.push('The query was stopped before it was finished: this is what it had until then.')
  }
  if (isApproximate(results)) {
    // The bound of the error, in words.
    const bound = 'bound' in results.totals ? results.totals.bound : undefined
    caveats.push(`The numbers are approximate${typeof bound === 'string' ? `: ${bound}` : '.'}`)
  }
  return caveats
}

type Results = QueryRepresentation['results']

export function isApproximate(results: Results): results is Results & { totals: object } {
  if (Array.isArray(results) || !('totals' in results)) return false
  const { totals } = results
  return (
    typeof totals === 'object' && totals !== null && 'approximate' in totals && totals.approximate === true
  )
}
