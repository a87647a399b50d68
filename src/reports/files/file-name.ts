import { type ExportFormat, exportFormats } from '../../schema/reports/export-format.ts'
import { localDates } from '../text/local-date.ts'

const zip = { mediaType: 'application/zip', extension: 'zip' } as const

/** Characters that some file systems do not allow. */
const illegalCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}"*/:<>?\\|]+/gu
/** Code points, without the extension. */
const maxNameLength = 100

/**
 * Media type and extension of a report's file. A dashboard as csv or json is a zip of one file per widget.
 */
export function fileKind(format: ExportFormat, kind: 'query' | 'dashboard') {
  return kind === 'dashboard' && (format === 'csv' || format === 'json') ? zip : exportFormats[format]
}

/** The media type of a file that `fileNameOf` named. */
export function mediaTypeOf(name: string): string {
  const kinds = [zip, ...Object.values(exportFormats)]
  return kinds.find(kind => name.endsWith(`.${kind.extension}`))?.mediaType ?? 'application/octet-stream'
}

/**
 * The download name of a report's file: its title and its moment (Unix seconds) to the minute, in its zone
 * (IANA name).
 */
export function fileNameOf(title: string, moment: number, timezone: string, extension: string): string {
  const plain = title.replace(illegalCharacters, ' ').replace(/\s+/g, ' ').trim().replace(/^\.+/, '')
  const name = [...plain].slice(0, maxNameLength).join('').trim() || 'report'
  // 2026/01/01 09:00:00 becomes 2026-01-01 0900.
  const minute = localDates(timezone)(moment).slice(0, 16).replaceAll('/', '-').replace(':', '')
  return `${name} ${minute}.${extension}`
}
