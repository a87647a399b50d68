import type { HostActivity } from '../../schema/intake/ingest-health.ts'
import type { RuleFile } from '../../schema/intake/rule.ts'
import type { WindowBounds } from '../dedup/window-cache.ts'
import type { EnrichmentSettings } from '../enrichment.ts'
import type { HttpBounds } from '../http/http-receiver.ts'
import type { ListenerSettings } from '../listen/settings.ts'
import type { TcpBounds } from '../listen/stream-listener.ts'
import type { TimeTolerance } from '../pipeline.ts'
import type { SpoolBounds } from '../spool/spool-writer.ts'
import type { TriggerInForce } from '../triggers/trigger-in-force.ts'

/** The settings of ingest, passed to the worker at its start. */
export interface IngestSettings {
  spoolFolder: string
  listeners: readonly ListenerSettings[]
  /** IANA name of the zone of syslog stamps without one; UTC when absent. */
  timezone?: string
  /** Encoding of frames that are not UTF-8; Windows-1252 when absent. */
  encoding?: string
  /** Maximum bytes of a syslog frame that are kept, 65,536 when absent. */
  maxMessageBytes?: number
  dedup: WindowBounds
  tolerance: TimeTolerance
  spool: SpoolBounds
  http: HttpBounds
  tcp: TcpBounds
  /** The rhythm of hosts from an earlier run; none when absent. */
  hosts?: readonly HostActivity[]
  /** Files of rules in force from the first event on; none when absent. */
  rules?: readonly RuleFile[]
  /** Triggers in force from the first event on, in the order of execution; none when absent. */
  triggers?: readonly TriggerInForce[]
  /** Settings of what is added to events besides the rules; nothing when absent. */
  enrichment?: EnrichmentSettings
  /** Event ids that are reserved at once, at least 2,000,000. */
  idBlock: number
  /** The distance of the ids of a block; 1 when absent. */
  idStep?: number
  /**
   * Maximum time that closing waits for the store; 4 s when absent. Undelivered files are replayed at the
   * next start.
   */
  closeTimeoutMs?: number
}
