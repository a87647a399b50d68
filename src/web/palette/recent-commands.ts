import { parseJson } from '../api/http/parse-json.ts'
import { loadFromStorage, saveToStorage } from '../state/preferences.ts'

const storageKey = 'millrace.commands'
const maxRecent = 12

/** Ids of the last used commands in this browser, newest first. */
export function recentCommands(): string[] {
  const stored = parseJson(loadFromStorage(storageKey) ?? '[]')
  return Array.isArray(stored) ? stored.filter(id => typeof id === 'string').slice(0, maxRecent) : []
}

export function rememberCommand(id: string): void {
  saveToStorage(storageKey, [...new Set([id, ...recentCommands()])].slice(0, maxRecent))
}
