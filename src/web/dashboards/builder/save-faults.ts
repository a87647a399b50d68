import { faultText } from '../../components/forms/fault-text.ts'
import type { Draft } from '../draft/draft.ts'

/** Messages of a refused save: about widgets by their keys, and about the dashboard itself. */
export interface SaveFaults {
  widgets: ReadonlyMap<string, readonly string[]>
  dashboard: readonly string[]
}

export const noFaults: SaveFaults = { widgets: new Map(), dashboard: [] }

/**
 * Assigns the messages of a 400 to widgets and dashboard. `fields` names widgets by position in the body,
 * which has no withdrawn widgets.
 */
export function saveFaults(
  fields: Readonly<Record<string, readonly string[]>>,
  { widgets }: Draft,
): SaveFaults {
  const sent = widgets.filter(widget => !widget.isWithdrawn)
  const byKey = new Map<string, string[]>()
  const dashboard: string[] = []
  for (const [path, messages] of Object.entries(fields)) {
    // Such as `widgets[2].config.limit` or `widgets[2]`.
    const [, index, member = ''] = /^widgets\[(\d+)\]\.?(.*)$/.exec(path) ?? []
    const key = index === undefined ? undefined : sent[Number(index)]?.key
    const text = (name: string) => (name === '' ? faultText(messages) : `${name}: ${faultText(messages)}`)
    if (key === undefined) dashboard.push(text(path.replace(/^config\./, '')))
    else byKey.set(key, [...(byKey.get(key) ?? []), text(member.replace(/^config\./, ''))])
  }
  return { widgets: byKey, dashboard }
}
