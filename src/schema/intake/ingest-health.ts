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
  /** Events since it is tracked. */
  events: number
  /**
   * The longest silence of each of the last days, seconds, newest last. A silence belongs to the day in which
   * it ended.
   */
  silences: readonly number[]
  /** The day of the newest silence, days since the epoch. */
  day: number
  /**
   * Seconds by which its events came late, the minimum of a minute: a wrong clock or zone keeps it constant.
   * null: unknown.
   */
  delay: number | null
  /** Minutes in a row with about that delay. */
  delayMinutes: number
}

/** A host that sends events, with its rhythm. */
export const SourceHost = Type.Object(
  {
    host: Type.String(),
    state: Type.Enum([...hostStates], {
      description:
        '`quiet`: silent for more than twice its usual silence. `gone`: quiet for a week. `new`: first seen within a day',
    }),
    first_at: Type.Integer({ description: 'Unix seconds of the first event since hosts are tracked' }),
    last_at: Type.Integer({ description: 'Unix seconds of the last event, by the time of receipt' }),
    silent_seconds: Type.Integer({ minimum: 0 }),
    usual_silence: nullable(Type.Integer(), {
      description:
        'Seconds: the longest silence of its days, without the one day that had the longest. null while too little is known',
    }),
    events: Type.Integer({ minimum: 0, description: 'Since it is tracked' }),
    clock_delay: nullable(Type.Integer(), {
      description:
        'Seconds by which its events keep coming late by the same time: its clock or its time zone is wrong. null: they do not',
    }),
    mark: nullable(Type.Enum([...quietMarks]), {
      description: 'What a user said about its silence: it is no warning then',
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
    mark: nullable(Type.Enum([...quietMarks]), { description: 'null takes the mark away' }),
  },
  { $id: 'SourceHostMark', additionalProperties: false },
)

const healthLevels = ['ok', 'warning', 'critical'] as const
export type HealthLevel = (typeof healthLevels)[number]

/** The checks, each with its message when it is not ok. */
const healthChecks = {
  open: 'Events are accepted',
  balance: 'Every event that was received is accounted for',
  spool: 'The store keeps up with what is received',
  disk: 'The disk has room',
  drops: 'No datagrams were dropped by the kernel in the last ten minutes',
  refused: 'Nothing was refused in the last ten minutes',
  clock: 'The clocks of the senders are right',
  quiet: 'Every host sends as usual',
} as const
export type HealthCheckName = keyof typeof healthChecks
const checkNames = Object.keys(healthChecks) as HealthCheckName[] // the keys of this very object

export const IngestHealth = Type.Object(
  {
    level: Type.Enum([...healthLevels], { description: 'The worst of its checks' }),
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
            'Number of events, datagrams, bytes or hosts that fail the check; for `spool` the bytes waiting, for `disk` the bytes free',
        }),
        limit: nullable(Type.Integer(), {
          description: 'Limit of `spool` and `disk`, bytes; null for other checks',
        }),
      }),
      { description: 'Readers of some hosts see `open` and `quiet` alone, of their hosts' },
    ),
    hosts: Type.Object(
      {
        active: Type.Integer(),
        quiet: Type.Integer(),
        gone: Type.Integer(),
        new: Type.Integer(),
      },
      { description: 'How many hosts are in which state; marked ones are not in `quiet`' },
    ),
    quiet: Type.Array(Type.Unsafe<SourceHost>({ $ref: 'SourceHost#' }), {
      description: 'Quiet hosts without a mark, at most 20, longest silence first',
    }),
    has_events: Type.Boolean({ description: 'Whether an event was ever received' }),
    losses: nullable(
      Type.Object({
        datagrams: Type.Integer({
          description: 'Datagrams that the kernel dropped before they were received',
        }),
        refused: Type.Integer({
          description: 'Events, and connections and bodies as a whole, that were refused',
        }),
        since: Type.Integer({ description: 'Unix seconds: counted since then, over restarts' }),
      }),
      { description: 'What was ever lost; null for readers of some hosts' },
    ),
  },
  { $id: 'IngestHealth', description: 'Whether logs come in as they should' },
)
export type IngestHealth = Static<typeof IngestHealth>
export type HealthCheck = IngestHealth['checks'][number]
export type Losses = NonNullable<IngestHealth['losses']>
