import { momentText } from '../../charts/time-text.ts'

/** Characters that one or the other system does not have in names of files. */
const notInNames = /[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu
const longest = 100

/** What a download is called, without extension: what it is of and the minute in the zone of the page. */
export function fileNameOf(title: string, now: number, zone: string): string {
  const plain = title.replace(notInNames, ' ').replace(/\s+/g, ' ').trim()
  const name = [...plain].slice(0, longest).join('').trim() || 'Export'
  return `${name} ${momentText(now, zone).slice(0, 16).replace(':', '')}`
}
