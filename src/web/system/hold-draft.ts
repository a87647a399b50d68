import { minuteText } from '../../charts/time-text.ts'
import type { LegalHold, LegalHoldDraft } from '../../schema/store/legal-hold.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { queryLine } from './query-line.ts'

/** The fields of the form of a legal hold. Days are UTC, such as 2026-01-31, both inclusive; '': no bound. */
export interface HoldFields {
  name: string
  reason: string
  /** Patterns of host names, separated by spaces or commas. */
  hosts: string
  search: string
  fromDay: string
  toDay: string
}

const texts = systemTexts.holds

/**
 * The request body that places the hold. The API has the end exclusive: the start of the day after `toDay`.
 */
export function holdDraft({ name, reason, hosts, search, fromDay, toDay }: HoldFields): LegalHoldDraft {
  const patterns = hosts.split(/[\s,]+/).filter(pattern => pattern !== '')
  return {
    name: name.trim(),
    reason: reason.trim(),
    filter: [
      ...(patterns.length > 0 ? [{ field: 'host', value: patterns }] : []),
      ...(search.trim() === '' ? [] : [{ field: 'message', op: 'qp' as const, value: search.trim() }]),
    ],
    ts_from: fromDay === '' ? null : startOfDay(fromDay),
    ts_to: toDay === '' ? null : startOfDay(toDay) + daySeconds,
  }
}

/** The events kept by a hold, in one line. */
export function heldText({ filter, ts_from: from, ts_to: to }: LegalHold): string {
  const events = queryLine({ filter })
  const range = [
    from === null ? '' : texts.since(`${minuteText(from, 'UTC')} UTC`),
    to === null ? '' : texts.until(`${minuteText(to, 'UTC')} UTC`),
  ]
  return [events === '' ? texts.allEvents : events, ...range.filter(text => text !== '')].join(' · ')
}

/** The start of a day in Unix seconds. */
function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000
}
