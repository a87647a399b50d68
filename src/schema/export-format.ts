/**
 * Formats of exports and reports. The interface spells Excel's `xslx`; `xlsx` is the same. A dashboard as csv or json is a
 * zip of one file a widget.
 */
export const exportFormats = {
  csv: { mediaType: 'text/csv; charset=utf-8', extension: 'csv' },
  json: { mediaType: 'application/json; charset=utf-8', extension: 'json' },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
  xslx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
  },
  pdf: { mediaType: 'application/pdf', extension: 'pdf' },
} as const
export type ExportFormat = keyof typeof exportFormats

/** Most rows of one export. */
export const mostExportedRows = 1_000_000
/** Most rows of a table in a document for paper: a hundred pages or so. */
export const mostPrintedRows = 2_000

/** Most events of a Search in this format. */
export function mostEventsIn(format: ExportFormat): number {
  return format === 'pdf' || format === 'docx' ? mostPrintedRows : mostExportedRows
}
