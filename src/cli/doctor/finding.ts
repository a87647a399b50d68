import type { ListenerSettings } from '../../ingest/listen/settings.ts'
import type { Settings } from '../../schema/settings.ts'

/** What a check says: `fault` keeps the service from starting or loses events, `warning` may do so one day. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault'
  text: string
}

/** What checks look at. */
export interface Installation {
  settings: Settings
  /** Those of all listeners; a sentence when the file of them cannot be used. */
  listeners: readonly ListenerSettings[] | string
  /** Whether a Millrace runs on the data folder; undefined when the folder cannot be used. */
  isRunning: boolean | undefined
}

/** One thing that is looked at. It changes nothing, and takes some seconds at most. */
export interface Check {
  name: string
  run(installation: Installation): Promise<readonly Finding[]>
}

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warning = (text: string): Finding => ({ level: 'warning', text })
export const fault = (text: string): Finding => ({ level: 'fault', text })

/** What an error says, for a finding. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
