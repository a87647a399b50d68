import { useQuery } from '@tanstack/react-query'
import { checkRules } from '../api/rules.ts'
import { useDebounced } from '../components/use-debounced.ts'
import { type PlacedFault, placedFaults, unreadableFaults } from './fault-places.ts'

const delayMs = 400

/** The text once it has been unchanged for `delayMs`. */
export function useSettled(text: string): string {
  return useDebounced(text, delayMs)
}

/** The result of checking a text. `failed`: the service could not check it. */
export interface CheckedRules {
  state: 'checking' | 'valid' | 'invalid' | 'failed'
  ruleCount: number
  faults: readonly PlacedFault[]
}

const noFaults: readonly PlacedFault[] = []

/** Checks a text shortly after its last change. */
export function useRuleCheck(text: string): CheckedRules {
  const settled = useSettled(text)
  const { data, error, isFetching } = useQuery({
    queryKey: ['rules', 'check', settled],
    queryFn: async ({ signal }) => {
      try {
        const check = await checkRules(settled, signal)
        return { isValid: check.is_valid, ruleCount: check.rule_count, faults: placedFaults(check) }
      } catch (error) {
        const faults = unreadableFaults(error)
        if (faults === undefined) throw error
        return { isValid: false, ruleCount: 0, faults }
      }
    },
    enabled: settled.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  if (text.trim() === '') return { state: 'invalid', ruleCount: 0, faults: noFaults }
  if (error) return { state: 'failed', ruleCount: 0, faults: noFaults }
  if (data === undefined || isFetching || settled !== text)
    return { state: 'checking', ruleCount: 0, faults: data?.faults ?? noFaults }
  return { state: data.isValid ? 'valid' : 'invalid', ruleCount: data.ruleCount, faults: data.faults }
}
