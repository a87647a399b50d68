import { useCallback, useMemo, useState } from 'react'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import { showToast } from '../../components/toast.tsx'
import { rowTexts } from '../../texts/search/results.ts'

/** Selected rows stay in memory, no matter where the list is scrolled. */
const maxSelected = 1_000

export interface Selection {
  events: ReadonlyMap<string, EventRecord>
  /** Selects or deselects a row; `isRange` selects all loaded rows from the last one to it. */
  select: (index: number, isRange: boolean) => void
  clear: () => void
}

/** Rows selected for copying or exporting. */
export function useSelection(at: (index: number) => EventRecord | undefined): Selection {
  const [events, setEvents] = useState<ReadonlyMap<string, EventRecord>>(new Map())
  const [anchor, setAnchor] = useState(0)
  const select = useCallback(
    (index: number, isRange: boolean) => {
      setEvents(before => {
        const next = new Map(before)
        const event = at(index)
        if (!isRange) {
          if (event && !next.delete(event._id)) next.set(event._id, event)
        } else {
          const [from, to] = [Math.min(anchor, index), Math.max(anchor, index)]
          for (let row = from; row <= to && next.size <= maxSelected; row++) {
            const within = at(row)
            if (within) next.set(within._id, within)
          }
        }
        if (next.size <= maxSelected) return next
        showToast(rowTexts.maxSelected(maxSelected))
        return new Map([...next].slice(0, maxSelected))
      })
      if (!isRange) setAnchor(index)
    },
    [at, anchor],
  )
  const clear = useCallback(() => setEvents(new Map()), [])
  return useMemo(() => ({ events, select, clear }), [events, select, clear])
}
