import { Repeater } from '../../async/repeater.ts'
import type { RuleFiles } from '../../metadata/rules/rule-files.ts'
import type { RuleRegistry } from './rule-registry.ts'

const retryMs = 1_000

/** Applies other nodes' changes of rules as they happen. Returns the function that stops it. */
export function followRules(
  rules: Pick<RuleRegistry, 'refresh'>,
  stored: Pick<RuleFiles, 'onChange'>,
  warn: (message: string) => void,
): () => void {
  const runs = new Repeater(
    () => rules.refresh(),
    error => {
      warn(`Rules that another node has changed are not in force yet: ${error}`)
      runs.runIn(retryMs)
    },
  )
  const stop = stored.onChange(() => void runs.run())
  // Applies changes made while this node started.
  void runs.run()
  return () => {
    stop()
    void runs.close()
  }
}
