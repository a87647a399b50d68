import type { ListenerSettings } from '../../ingest/listen/settings.ts'
import type { Settings } from '../../schema/settings/settings.ts'

/** What service/main.ts passes to the commands, since `cli` must not import `service`. */
export interface ProgramParts {
  version: string
  readSettings(
    env: Readonly<Record<string, string | undefined>>,
    configFile?: string,
  ): { settings: Settings; warnings: string[] }
  /** Settings of all listeners. Throws an Error that lists all errors of the listeners file. */
  readListeners(settings: Settings): readonly ListenerSettings[]
  /**
   * Starts the service, and resolves once all of it works. Calls `printLine` with addresses and initial
   * credentials, and `onFatal` when the ingest worker has died, so that the program must exit. Calls
   * `onIngest` if events are already received while the start still waits for PostgreSQL or ClickHouse: from
   * then on, a signal must call its `close`.
   */
  start(
    settings: Settings,
    printLine: (line: string) => void,
    onFatal: () => void,
    onIngest: (close: () => Promise<unknown>) => void,
  ): Promise<{ url: string; reloadCertificates(): Promise<void>; close(): Promise<void> }>
}
