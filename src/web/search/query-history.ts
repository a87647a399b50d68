import { parseJson } from '../state/parse-json.ts'
import { loadFromStorage, saveToStorage } from '../state/preferences.ts'

const storageKey = 'millrace.queries'
const maxQueries = 20

/** Recent queries of this browser, newest first. */
export function queryHistory(): string[] {
  return parseHistory(loadFromStorage(storageKey))
}

export function addToHistory(text: string): void {
  if (text.trim() !== '') saveToStorage(storageKey, withQuery(queryHistory(), text.trim()))
}

export function parseHistory(text: string | null): string[] {
  const stored = parseJson(text ?? '[]')
  return Array.isArray(stored) ? stored.filter(item => typeof item === 'string').slice(0, maxQueries) : []
}

export function withQuery(history: readonly string[], text: string): string[] {
  return [text, ...history.filter(item => item !== text)].slice(0, maxQueries)
}
