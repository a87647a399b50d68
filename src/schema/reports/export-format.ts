const excel = {
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'xlsx',
} as const

/**
 * Formats of exports and reports. The API spells the format of Excel `xslx`; `xlsx` means the same. A
 * dashboard as csv or json is a zip of one file per widget.
 */
export const exportFormats = {
  csv: { mediaType: 'text/csv; charset=utf-8', extension: 'csv' },
  json: { mediaType: 'application/json; charset=utf-8', extension: 'json' },
  xlsx: excel,
  xslx: excel,
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
  },
  pdf: { mediaType: 'application/pdf', extension: 'pdf' },
} as const
export type ExportFormat = keyof typeof exportFormats

/** Maximum rows of a table in an Excel workbook, whose sheets hold 1,048,576. */
export const maxSheetRows = 1_000_000
/** Maximum rows of a table in a printed document, about a hundred pages. */
export const maxPrintedRows = 2_000

const maxRowsOf: Readonly<Partial<Record<ExportFormat, number>>> = {
  xlsx: maxSheetRows,
  xslx: maxSheetRows,
  docx: maxPrintedRows,
  pdf: maxPrintedRows,
}

/**
 * Maximum rows of a table in this format. csv and json are streams: only `exportMax` (MILLRACE_EXPORT_MAX),
 * if set, limits them.
 */
export function maxRowsIn(format: ExportFormat, exportMax: number = Number.MAX_SAFE_INTEGER): number {
  return maxRowsOf[format] ?? exportMax
}
