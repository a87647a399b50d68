import { type Static, Type } from 'typebox'
import { nullable } from '../shapes.ts'

/** State of a host that sends events, judged by its own rhythm. */
export const hostStates = ['active', 'quiet', 'gone', 'new'] as const
export type HostState = (typeof hostStates)[number]

/** How a user marked a quiet host: `acknowledged` ends when the host sends again, `ignored` does not. */
const quietMarks = ['acknowledged', 'ignored'] as const
export type QuietMark = (typeof quietMarks)[number]

/** What ingest counts of one host. Times are Unix seconds of receipt. */
export interface HostActivity {
  host: string
  firstAt: number
  lastAt: number
  /** Events since the host has been tracked. */
  events: number
  /**
   * The longest silence of each of the last days, seconds, newest last. A silence belongs to the day in which
   * it ended.
   */
  silences: readonly number[]
  /** The day of the newest silence, days since the epoch. */
  day: number
  /**
   * Seconds by which its events came late: the minimum within a minute, which a wrong clock or zone keeps
   * constant. null: unknown.
   */
  delay: number | null
  /** Number of consecutive minutes with about that delay. */
  delayMinutes: number
}

/** A host that sends events, with its rhythm. */
export const SourceHost = Type.Object(
  {
    host: Type.String(),
    state: Type.Enum([...hostStates], {
      description:
        '`quiet`: silent for more than twice its usual time. `gone`: quiet for a week. `new`: first seen within the last day',
    }),
    first_at: Type.Integer({ description: 'Unix seconds of its first event since hosts have been tracked' }),
    last_at: Type.Integer({ description: 'Unix seconds of the last event, by the time of receipt' }),
    silent_seconds: Type.Integer({ minimum: 0 }),
    usual_silence: nullable(Type.Integer(), {
      description:
        'Seconds: its longest silence, leaving out the day of the very longest. null while too little is known',
    }),
    events: Type.Integer({ minimum: 0, description: 'Number of events since it has been tracked' }),
    clock_delay: nullable(Type.Integer(), {
      description:
        'Constant delay of its events in seconds, which suggests a wrong clock or time zone; null: no constant delay',
    }),
    mark: nullable(Type.Enum([...quietMarks]), {
      description: 'Mark of a user on its silence, which then causes no warning',
    }),
    marked_by: nullable(Type.String()),
  },
  { $id: 'SourceHost', additionalProperties: false },
)
export type SourceHost = Static<typeof SourceHost>

/** Body that marks a quiet host. */
export const SourceHostMark = Type.Object(
  {
    host: Type.String({ minLength: 1, maxLength: 255 }),
    mark: nullable(Type.Enum([...quietMarks]), { description: 'null removes the mark' }),
  },
  { $id: 'SourceHostMark', additionalProperties: false },
)

const healthLevels = ['ok', 'warning', 'critical'] as const
export type HealthLevel = (typeof healthLevels)[number]

/** The checks, each with the sentence that is true while the check is ok. */
const healthChecks = {
  open: 'Events are accepted',
  balance: 'Every event that was received is accounted for',
  spool: 'The store keeps up with what is received',
  held: 'No spool file that the store refuses waits for room in spool/refused',
  disk: 'The disk has room',
  drops: 'No datagrams were dropped by the kernel in the last ten minutes',
  refused: 'Nothing was refused in the last ten minutes',
  clock: 'The clocks of the senders are right',
  quiet: 'Every host sends as usual',
} as const
export type HealthCheckName = keyof typeof healthChecks
// The type of Object.keys is string[].
const checkNames = Object.keys(healthChecks) as HealthCheckName[]

export const IngestHealth = Type.Object(
  {
    level: Type.Enum([...healthLevels], { description: 'The worst level of its checks' }),
    at: Type.Integer({ description: 'Unix seconds of the figures, which are computed once for all readers' }),
    checks: Type.Array(
      Type.Object({
        name: Type.Enum(checkNames, {
          description: Object.entries(healthChecks)
            .map(([name, says]) => `\`${name}\`: ${says}.`)
            .join(' '),
        }),
        level: Type.Enum([...healthLevels]),
        value: Type.Integer({
          description:
            'Number of events, datagrams, bytes, files or hosts that fail the check; for `spool` the bytes waiting, for `disk` the bytes free',
        }),
        limit: nullable(Type.Integer(), {
          description: 'Limit of `spool` and `disk`, bytes; null for other checks',
        }),
      }),
      { description: 'Readers who see only some hosts get only `open` and `quiet`, for these hosts' },
    ),
    hosts: Type.Object(
      {
        active: Type.Integer(),
        quiet: Type.Integer(),
        gone: Type.Integer(),
        new: Type.Integer(),
      },
      { description: 'Number of hosts by state; `quiet` does not count marked hosts' },
    ),
    quiet: Type.Array(Type.Unsafe<SourceHost>({ $ref: 'SourceHost#' }), {
      description: 'Quiet hosts without a mark, at most 20, longest silence first',
    }),
    has_events: Type.Boolean({ description: 'Whether any event has been received' }),
    losses: nullable(
      Type.Object({
        datagrams: Type.Integer({
          description: 'Datagrams that the kernel dropped before they were received',
        }),
        refused: Type.Integer({
          description: 'Events, and connections and bodies as a whole, that were refused',
        }),
        since: Type.Integer({
          description: 'Unix seconds since when losses have been counted, across restarts',
        }),
      }),
      { description: 'Total losses; null for readers who see only some hosts' },
    ),
  },
  { $id: 'IngestHealth', description: 'Health of ingest' },
)
export type IngestHealth = Static<typeof IngestHealth>
export type HealthCheck = IngestHealth['checks'][number]
export type Losses = NonNullable<IngestHealth['losses']>
