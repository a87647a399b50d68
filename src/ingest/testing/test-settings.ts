import type { IngestSettings } from '../worker/ingest-settings.ts'

/** Changes to the settings of tests; of the spool's settings only the given ones. */
export type TestSettings = Partial<Omit<IngestSettings, 'spool'>> & {
  spool?: Partial<IngestSettings['spool']>
}

/** Settings for tests: every port is any free port. */
export function testSettings(spoolFolder: string, changes: TestSettings = {}): IngestSettings {
  return {
    spoolFolder,
    listeners: [
      { name: 'syslog_udp', kind: 'syslog-udp', address: { host: '127.0.0.1', port: 0 } },
      { name: 'syslog_tcp', kind: 'syslog-tcp', address: { host: '127.0.0.1', port: 0 } },
    ],
    dedup: { windowMicros: 60_000_000, maxWindows: 20_000, maxBytes: 8 * 1024 * 1024 },
    tolerance: { backMicros: 30 * 86_400 * 1_000_000, aheadMicros: 2_000_000 },
    http: { maxBodyBytes: 1024 * 1024, maxWaitingBytes: 16 * 1024 * 1024 },
    tcp: {
      maxConnections: 100,
      maxConnectionsPerSender: 100,
      idleTimeoutMs: 60_000,
      firstByteTimeoutMs: 60_000,
    },
    idBlock: 4_000_000,
    ...changes,
    // Test stores lose their content when they are killed, so every file is kept for the next one.
    spool: {
      maxBatchRows: 50_000,
      maxBatchBytes: 32 * 1024 * 1024,
      maxSpoolBytes: 256 * 1024 * 1024,
      maxKeptFiles: 200,
      ...changes.spool,
    },
  }
}
