import { useCallback, useMemo, useRef } from 'react'
import type { DashboardVariable } from '../../schema/dashboard-variable.ts'
import type { WidgetContext } from '../widgets/widget-context.ts'
import type { OpenState } from './address.ts'
import type { Draft } from './draft.ts'
import { chosenVariables, valuesOf } from './variables.ts'

interface Shown {
  /** As the service has it: its queries are those of this state. */
  stored: Draft
  draft: Draft
  state: Pick<OpenState, 'range' | 'values'>
  onLost: () => void
}

/** What widgets take of their dashboard. The same object until something of it changes. */
export function useWidgetContext({ stored, draft, state, onLost }: Shown): WidgetContext {
  const lost = useRef(onLost)
  lost.current = onLost
  const lostStable = useCallback(() => lost.current(), [])
  const { config } = draft
  const { range, values } = state
  return useMemo(() => {
    const defaults = valuesByName(chosenVariables(stored.config, {}))
    const variables = valuesByName(chosenVariables(config, values))
    return {
      dashboardRange: config.time_range,
      ...(range && { range }),
      variables,
      defaults,
      onLost: lostStable,
    }
  }, [config, stored.config, range, values, lostStable])
}

function valuesByName(variables: readonly DashboardVariable[]): Record<string, readonly string[]> {
  return Object.fromEntries(variables.map(one => [one.name, valuesOf(one)]))
}
