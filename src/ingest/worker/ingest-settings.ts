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
  /** IANA name of the zone of syslog timestamps without one. Default: UTC. */
  timezone?: string
  /** Encoding of frames that are not UTF-8. Default: Windows-1252. */
  encoding?: string
  /** Maximum bytes of a syslog frame that are kept. Default: 65,536. */
  maxMessageBytes?: number
  dedup: WindowBounds
  tolerance: TimeTolerance
  spool: SpoolBounds
  http: HttpBounds
  tcp: TcpBounds
  /** When hosts were seen in an earlier run, and their usual silences. Default: none. */
  hosts?: readonly HostActivity[]
  /** Rule files in force from the first event on. Default: none. */
  rules?: readonly RuleFile[]
  /** Triggers in force from the first event on, in their order. Default: none. */
  triggers?: readonly TriggerInForce[]
  /** Settings of tags that are added apart from rules. Default: none. */
  enrichment?: EnrichmentSettings
  /** Number of event ids that are reserved at once, at least 2,000,000. */
  idBlock: number
  /** Distance between the ids of a block. Default: 1. */
  idStep?: number
  /** How long closing waits for the store. Default: 4 s. The next start replays undelivered files. */
  closeTimeoutMs?: number
}
