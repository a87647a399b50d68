import type { ListenerSettings } from '../../ingest/listen/settings.ts'
import type { Settings } from '../../schema/settings/settings.ts'

/** The result of a check. A `fault` prevents the start or loses events; a `warning` may do so later. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault'
  text: string
}

/** The installation that checks examine. */
export interface Installation {
  settings: Settings
  /** Settings of all listeners; a sentence if their file is unusable. */
  listeners: readonly ListenerSettings[] | string
  /** Whether a Millrace runs on the data folder; undefined: its lock cannot be tried. */
  isRunning: boolean | undefined
}

/** One check. It changes nothing, and takes some seconds at most. */
export interface Check {
  name: string
  run(installation: Installation): Promise<readonly Finding[]>
}

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warning = (text: string): Finding => ({ level: 'warning', text })
export const fault = (text: string): Finding => ({ level: 'fault', text })
