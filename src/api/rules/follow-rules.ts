import type { RuleFiles } from '../../metadata/rules/rule-files.ts'
import type { RuleRegistry } from './rule-registry.ts'

const retryMs = 1_000

/** From now on applies other nodes' changes of rules. Returns the function that stops it. */
export function followRules(
  rules: Pick<RuleRegistry, 'refresh'>,
  stored: Pick<RuleFiles, 'onChange'>,
  warn: (message: string) => void,
): () => void {
  let retry: NodeJS.Timeout | undefined
  const refresh = () => {
    clearTimeout(retry)
    rules.refresh().catch(error => {
      warn(`Rules that another node has changed are not in force yet: ${error}`)
      retry = setTimeout(refresh, retryMs).unref()
    })
  }
  const stop = stored.onChange(refresh)
  // Applies changes made while this node started.
  refresh()
  return () => {
    stop()
    clearTimeout(retry)
  }
}
