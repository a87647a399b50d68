import { useQuery } from '@tanstack/react-query'
import { checkRules } from '../api/rules.ts'
import { useDebounced } from '../components/use-debounced.ts'
import { ruleTexts } from '../texts/settings/rules.ts'
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
const emptyFault: PlacedFault = { line: 1, severity: 'error', text: ruleTexts.editor.empty }

/** Checks a text shortly after its last change. */
export function useRuleCheck(text: string): CheckedRules {
  const settled = useSettled(text)
  const checking = useQuery({
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
  return checkedRules(text, { ...checking, isOfText: settled === text })
}

/** What the last request says about a text. */
interface RuleChecking {
  data: { isValid: boolean; ruleCount: number; faults: readonly PlacedFault[] } | undefined
  error: unknown
  isFetching: boolean
  /** Whether the request is about the text as it is now. */
  isOfText: boolean
}

/** The state of a text, from the request that checks it. The service is not asked about an empty text. */
export function checkedRules(
  text: string,
  { data, error, isFetching, isOfText }: RuleChecking,
): CheckedRules {
  if (text.trim() === '') return { state: 'invalid', ruleCount: 0, faults: [emptyFault] }
  if (!isOfText || isFetching) return { state: 'checking', ruleCount: 0, faults: data?.faults ?? noFaults }
  if (data === undefined) return { state: error ? 'failed' : 'checking', ruleCount: 0, faults: noFaults }
  return { state: data.isValid ? 'valid' : 'invalid', ruleCount: data.ruleCount, faults: data.faults }
}
