import { type Static, Type } from 'typebox'
import type { IntakeCounters } from '../../ingest/intake.ts'
import { imbalanceOf } from '../../ingest/ledger/balance.ts'
import { type LedgerCounts, refusals } from '../../schema/ledger.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const byReason = (description: string) => Type.Record(Type.String(), Type.Integer(), { description })

const refusalReasons = Object.entries(refusals)
  .map(([reason, says]) => `\`${reason}\`: ${says}.`)
  .join(' ')

const countMembers = {
  received: count('Events that came in whole'),
  stored: count('In the store, as events of their own'),
  duplicates: count('In the store, counted with an earlier event'),
  dropped: count('By rules that say so'),
  out_of_time: count('Older than the tolerance'),
  refused: count('Not kept for any other reason'),
  refused_by: byReason(`The same by reason; a reason that never was is absent. ${refusalReasons}`),
  in_flight: count('Not in the store yet'),
  turned_away: byReason(
    'Connections and bodies refused as a whole, by reason: nobody knows how many events they had',
  ),
  udp_dropped: count('Datagrams for which the kernel had no room: never received'),
  frame_errors: count('Places where a stream was not framed as it should be'),
  truncated: count('Events that were cut to the size that is kept'),
  fields_omitted: count('Extra fields that found no room as tags of their event, or were cut'),
  bytes: count('As they came in'),
  connections: count('Open at the moment'),
}

const IntakeBoundsRecord = Type.Object(
  {
    is_open: Type.Boolean({
      description: 'Whether events are taken; otherwise senders are made to wait or refused',
    }),
    windows_evicted: count(
      'Windows of deduplication closed before their time for want of memory: the next repeat is an event of its own',
    ),
    spool_bytes: count('What the store does not have yet, in memory and in the spool'),
    spool_limit: count('Bytes that there may be of it'),
    aside_removed: Type.Object(
      { broken: count('Damaged ones'), refused: count('Those that the store would not have') },
      { description: 'Spool files removed from where they had been set aside, to keep these folders small' },
    ),
  },
  { description: 'How ingest stands to its bounds; what is counted here is counted since the start' },
)

export const LedgerRecord = Type.Object(
  {
    is_balanced: Type.Boolean({
      description:
        'Whether received = stored + duplicates + dropped + out_of_time + refused + in_flight, of all and of each',
    }),
    totals: Type.Object(countMembers),
    sources: Type.Array(
      Type.Object({
        source: Type.String({ description: 'A listener by its name, or a protocol of HTTP' }),
        ...countMembers,
      }),
    ),
    bounds: IntakeBoundsRecord,
  },
  { $id: 'Ledger', description: 'Where every event went. Counts go on over restarts' },
)
export type LedgerRecord = Static<typeof LedgerRecord>

export function toLedgerRecord({ sources, state, ...totals }: IntakeCounters): LedgerRecord {
  const { isOpen, windowsEvicted, spoolBytes, maxSpoolBytes, quarantineRemoved } = state
  return {
    is_balanced: [totals, ...sources].every(one => imbalanceOf(one) === 0),
    totals: countsRecord(totals),
    sources: sources
      .map(({ source, ...of }) => ({ source, ...countsRecord(of) }))
      .sort((a, b) => (a.source < b.source ? -1 : 1)),
    bounds: {
      is_open: isOpen,
      windows_evicted: windowsEvicted,
      spool_bytes: spoolBytes,
      spool_limit: maxSpoolBytes,
      aside_removed: quarantineRemoved,
    },
  }
}

function countsRecord(of: LedgerCounts): LedgerRecord['totals'] {
  const { tooOld, inFlight, refusals, turnedAway, udpDropped, frameErrors, fieldsOmitted, ...rest } = of
  return {
    ...rest,
    out_of_time: tooOld,
    refused_by: refusals,
    in_flight: inFlight,
    turned_away: turnedAway,
    udp_dropped: udpDropped,
    frame_errors: frameErrors,
    fields_omitted: fieldsOmitted,
  }
}
