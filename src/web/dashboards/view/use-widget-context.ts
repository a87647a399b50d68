import { useCallback, useMemo, useRef } from 'react'
import type { WidgetContext } from '../../widgets/data/widget-context.ts'
import type { OpenState } from '../draft/address.ts'
import type { Draft } from '../draft/draft.ts'
import { chosenVariables } from '../variables/variables.ts'

interface Shown {
  /** The stored version, to which the service's queries belong. */
  stored: Draft
  draft: Draft
  state: Pick<OpenState, 'range' | 'values'>
  onLost: () => void
}

/** What widgets take from their dashboard. Keeps its identity until something in it changes. */
export function useWidgetContext({ stored, draft, state, onLost }: Shown): WidgetContext {
  const lost = useRef(onLost)
  lost.current = onLost
  const lostStable = useCallback(() => lost.current(), [])
  const { config } = draft
  const { range, values } = state
  return useMemo(() => {
    const defaults = chosenVariables(stored.config, {})
    const variables = chosenVariables(config, values)
    return {
      dashboardRange: config.time_range,
      ...(range && { range }),
      variables,
      defaults,
      onLost: lostStable,
    }
  }, [config, stored.config, range, values, lostStable])
}
