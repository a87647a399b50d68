import type { GeoipSource } from '../../geoip/geoip-file.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import type { Geoip } from '../../schema/geoip.ts'
import type { ActionsHint } from '../../schema/hint.ts'
import { actionsHint, textsOf } from './hints/event-hints.ts'

/** What a reader wants added to events. */
export interface DecorationOptions {
  actions_hint?: boolean
  add_geoip_data?: boolean
}

/**
 * A copy of the event with `actions_hint` and with the places of addresses: in `geoip`, by field, of values that are addresses as a
 * whole, and on each hint. Without a GeoIP file there are no places.
 */
export function decorateEvent(
  event: EventRecord,
  { actions_hint, add_geoip_data }: DecorationOptions,
  geoip: GeoipSource | undefined,
): EventRecord {
  const places = add_geoip_data ? geoip : undefined
  const decorated = { ...event }
  if (actions_hint) decorated.actions_hint = addGeoipToHints(actionsHint(event), places)
  if (places !== undefined) decorated.geoip = geoipOfTexts(event, places)
  return decorated
}

function addGeoipToHints(hints: ActionsHint, geoip: GeoipSource | undefined): ActionsHint {
  if (geoip === undefined) return hints
  for (const hint of Object.values(hints).flat()) {
    if (hint.type !== 'ipv4' && hint.type !== 'ipv6') continue
    const place = geoip.placeOf(hint.value)
    if (place !== undefined) hint.geoip = place
  }
  return hints
}

function geoipOfTexts(event: EventRecord, geoip: GeoipSource): Record<string, Geoip> {
  const places = [...textsOf(event)].flatMap(([field, text]) => {
    const place = geoip.placeOf(text)
    return place === undefined ? [] : [[field, place] as const]
  })
  return Object.fromEntries(places)
}
