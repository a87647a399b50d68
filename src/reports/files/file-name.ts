import { type ExportFormat, exportFormats } from '../../schema/export-format.ts'
import { localDates } from '../local-date.ts'

const zip = { mediaType: 'application/zip', extension: 'zip' } as const

/** Characters that one or the other system does not have in names of files. */
const illegalCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}"*/:<>?\\|]+/gu
/** Code points of a name before its extension. */
const maxNameLength = 100

/** A dashboard is one file a widget in the formats that hold but one table. */
export function fileKind(format: ExportFormat, kind: 'query' | 'dashboard') {
  return kind === 'dashboard' && (format === 'csv' || format === 'json') ? zip : exportFormats[format]
}

/** The media type of a file of this name, which `fileNameOf` made. */
export function mediaTypeOf(name: string): string {
  const kinds = [zip, ...Object.values(exportFormats)]
  return kinds.find(kind => name.endsWith(`.${kind.extension}`))?.mediaType ?? 'application/octet-stream'
}

/** The name of a report's file for download: its title and the minute that it is of, in its zone (IANA name). */
export function fileNameOf(title: string, moment: number, timezone: string, extension: string): string {
  const plain = title.replace(illegalCharacters, ' ').replace(/\s+/g, ' ').trim().replace(/^\.+/, '')
  const name = [...plain].slice(0, maxNameLength).join('').trim() || 'report'
  // 2026/01/01 09:00:00
  const minute = localDates(timezone)(moment).slice(0, 16).replaceAll('/', '-').replace(':', '')
  return `${name} ${minute}.${extension}`
}
