import type { IngestSettings } from '../worker/messages.ts'

/** Settings for tests: every port is any free one. */
export function testSettings(spoolFolder: string, changes: Partial<IngestSettings> = {}): IngestSettings {
  return {
    spoolFolder,
    listeners: [
      { name: 'syslog_udp', kind: 'syslog-udp', at: { host: '127.0.0.1', port: 0 } },
      { name: 'syslog_tcp', kind: 'syslog-tcp', at: { host: '127.0.0.1', port: 0 } },
    ],
    dedup: { windowMicros: 60_000_000, entries: 20_000, bytes: 8 * 1024 * 1024 },
    tolerance: { back: 30 * 86_400 * 1_000_000, ahead: 2_000_000 },
    // Stores of tests forget what they took when they are killed: every file is kept for the next one.
    spool: { batchRows: 50_000, batchBytes: 32 * 1024 * 1024, spoolBytes: 256 * 1024 * 1024, keptFiles: 200 },
    http: { bodyBytes: 1024 * 1024, waitingBytes: 16 * 1024 * 1024 },
    tcp: { connections: 100, idleMillis: 60_000 },
    idBlock: 4_000_000,
    ...changes,
  }
}
