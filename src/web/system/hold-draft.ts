import { minuteText } from '../../charts/time-text.ts'
import type { LegalHold, LegalHoldDraft } from '../../schema/store/legal-hold.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { queryLine } from './query-line.ts'

/** The fields of the form. Days are UTC, such as 2026-01-31, both inclusive; '': no bound. */
export interface HoldFields {
  name: string
  reason: string
  hosts: string
  search: string
  fromDay: string
  toDay: string
}

const texts = systemTexts.holds

/** The request body that places the hold. */
export function holdDraft({ name, reason, hosts, search, fromDay, toDay }: HoldFields): LegalHoldDraft {
  const patterns = hosts.split(/[\s,]+/).filter(pattern => pattern !== '')
  return {
    name: name.trim(),
    reason: reason.trim(),
    filter: [
      ...(patterns.length > 0 ? [{ field: 'host', value: patterns }] : []),
      ...(search.trim() === '' ? [] : [{ field: 'message', op: 'qp' as const, value: search.trim() }]),
    ],
    ts_from: fromDay === '' ? null : startOf(fromDay),
    ts_to: toDay === '' ? null : startOf(toDay) + daySeconds,
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

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000
}
