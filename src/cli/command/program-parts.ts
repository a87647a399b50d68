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
   * Starts the service. `printLine` prints on the terminal. `onFatal` means that the service must exit.
   * `onIngest`: the start receives events but waits for a server; `close` ends it.
   */
  start(
    settings: Settings,
    printLine: (line: string) => void,
    onFatal: () => void,
    onIngest: (close: () => Promise<unknown>) => void,
  ): Promise<{ url: string; reloadCertificates(): Promise<void>; close(): Promise<void> }>
}
