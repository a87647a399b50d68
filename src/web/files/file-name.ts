import { minuteText } from '../../charts/time-text.ts'

/** Characters that Windows, macOS or Linux do not allow in file names, and invisible ones (Cf). */
const forbiddenCharacters = /[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu
const maxCharacters = 100

/** File name of a download without extension, with the minute in `zone`: `Top hosts 2026-11-02 1405`. */
export function fileNameOf(title: string, now: number, zone: string): string {
  const plain = title.replace(forbiddenCharacters, ' ').replace(/\s+/g, ' ').trim()
  const name = [...plain].slice(0, maxCharacters).join('').trim() || 'Export'
  return `${name} ${minuteText(now, zone).replace(':', '')}`
}
