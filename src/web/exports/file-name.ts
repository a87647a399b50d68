import { momentText } from '../../charts/time-text.ts'

/** Characters that one or the other system does not have in names of files. */
const forbiddenCharacters = /[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu
const maxCharacters = 100

/** What a download is called, without extension: what it is of and the minute in the zone of the page. */
export function fileNameOf(title: string, now: number, zone: string): string {
  const plain = title.replace(forbiddenCharacters, ' ').replace(/\s+/g, ' ').trim()
  const name = [...plain].slice(0, maxCharacters).join('').trim() || 'Export'
  return `${name} ${momentText(now, zone).slice(0, 16).replace(':', '')}`
}
