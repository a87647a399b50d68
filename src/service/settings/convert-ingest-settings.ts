import path from 'node:path'
import type { EnrichmentSettings } from '../../ingest/enrichment.ts'
import type { IngestSettings } from '../../ingest/worker/ingest-settings.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { configuredListeners } from './configured-listeners.ts'

const mebibyte = 1024 ** 2

/**
 * Converts the settings to the settings of the ingest worker: in its units, with its listeners, and with
 * bounds that operators cannot set. Throws an Error with all faults of the file of MILLRACE_LISTENERS.
 */
export function convertIngestSettings(settings: Settings): IngestSettings {
  return {
    spoolFolder: path.join(settings.dataDir, 'spool'),
    listeners: configuredListeners(settings),
    dedup: { windowMicros: settings.dedupWindow * 1_000_000, maxWindows: 200_000, maxBytes: 64 * mebibyte },
    tolerance: {
      backMicros: settings.timeToleranceBack * daySeconds * 1_000_000,
      aheadMicros: settings.timeToleranceAhead * 1_000_000,
    },
    spool: {
      maxBatchRows: 50_000,
      maxBatchBytes: 32 * mebibyte,
      maxSpoolBytes: settings.spoolMax,
      policy: settings.spoolPolicy,
      minFreeBytes: settings.diskFloor,
      maxKeptFiles: 8,
    },
    http: { maxBodyBytes: settings.incomingLimit, maxWaitingBytes: 4 * settings.incomingLimit },
    tcp: {
      maxConnections: settings.syslogMaxConnections,
      maxConnectionsPerSender: settings.syslogMaxPerAddress,
      idleTimeoutMs: 600_000,
      firstByteTimeoutMs: settings.syslogFirstByte * 1_000,
    },
    timezone: settings.timezone,
    encoding: settings.encoding,
    enrichment: enrichmentSettings(settings),
    idBlock: 4_000_000,
  }
}

function enrichmentSettings(settings: Settings): EnrichmentSettings {
  const { automaticFields: fields, extraFields, geoipFile: file, geoipAsnFile: asnFile } = settings
  if (settings.geoipTags.length === 0) return { fields, extraFields }
  const tags = { fields: settings.geoipTags, details: settings.geoipDetails }
  return { fields, extraFields, geoTags: { ...tags, ...(file && { file }), ...(asnFile && { asnFile }) } }
}
