import type { ListenerSettings } from '../../ingest/listen/settings.ts'
import type { Settings } from '../../schema/settings/settings.ts'

/** Functions that the composition root (main.ts) passes to the commands. */
export interface ProgramParts {
  version: string
  readSettings(
    env: Readonly<Record<string, string | undefined>>,
    configFile?: string,
  ): { settings: Settings; warnings: string[] }
  /** Settings of all listeners. Throws an Error with all faults of their file. */
  readListeners(settings: Settings): readonly ListenerSettings[]
  start(
    settings: Settings,
    say: (line: string) => void,
    died: () => void,
  ): Promise<{ url: string; reloadCertificates(): Promise<void>; close(): Promise<void> }>
}
