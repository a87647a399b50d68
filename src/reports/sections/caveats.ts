import type { QueryRepresentation } from '../../schema/query/query.ts'

/** Sentences about the numbers of an answer: that they are approximate, that the query was stopped. */
export function caveatsOf({ status, results }: QueryRepresentation): string[] {
  const caveats: string[] = []
  if (status === 'STOPPED') {
    caveats.push('The query was stopped before it was finished: this is what it had until then.')
  }
  if (isApproximate(results)) {
    const bound = boundOf(results)
    caveats.push(
      bound === undefined ? 'The numbers are approximate.' : `The numbers are approximate: ${bound}`,
    )
  }
  return caveats
}

export function isApproximate(results: QueryRepresentation['results']): boolean {
  const totals = totalsOf(results)
  return totals !== undefined && 'approximate' in totals && totals.approximate === true
}

/** The bound of the error, in words. */
function boundOf(results: QueryRepresentation['results']): string | undefined {
  const totals = totalsOf(results)
  return totals !== undefined && 'bound' in totals && typeof totals.bound === 'string'
    ? totals.bound
    : undefined
}

function totalsOf(results: QueryRepresentation['results']): object | undefined {
  if (Array.isArray(results) || !('totals' in results)) return undefined
  const { totals } = results
  return typeof totals === 'object' && totals !== null ? totals : undefined
}
