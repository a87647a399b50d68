import type { GeoipSource } from '../../geoip/geoip-file.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { Geoip } from '../../schema/event/geoip.ts'
import { actionsHint, textsOf } from './hints/event-hints.ts'

/** What to add to events for one reader. */
export interface DecorationOptions {
  actions_hint?: boolean
  add_geoip_data?: boolean
  /** Hints offer to create triggers. */
  canUseTriggers?: boolean
}

/**
 * A copy of the event with `actions_hint` and the places of addresses. `geoip` has, by field, the places of
 * values that are entirely an address; each hint has its own place. Without a GeoIP file there are no places.
 */
export function decorateEvent(
  event: EventRecord,
  { actions_hint, add_geoip_data, canUseTriggers = false }: DecorationOptions,
  geoip: GeoipSource | undefined,
): EventRecord {
  const decorated = { ...event }
  if (actions_hint) decorated.actions_hint = actionsHint(event, canUseTriggers)
  if (!add_geoip_data || geoip === undefined) return decorated
  for (const hint of Object.values(decorated.actions_hint ?? {}).flat()) {
    const place = hint.type === 'ipv4' || hint.type === 'ipv6' ? geoip.placeOf(hint.value) : undefined
    if (place !== undefined) hint.geoip = place
  }
  const places = new Map<string, Geoip>()
  for (const [field, text] of textsOf(event)) {
    const place = geoip.placeOf(text)
    if (place !== undefined) places.set(field, place)
  }
  return { ...decorated, geoip: Object.fromEntries(places) }
}
