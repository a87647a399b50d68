import type { ExportFormat } from '../../schema/reports/export-format.ts'
import type { Writer } from '../document/writer.ts'
import { writeCsv } from '../text/csv.ts'
import { writeJson } from '../text/json.ts'

/** The writer of each format, loaded at its first use, in the worker thread. */
export const writers: Readonly<Record<ExportFormat, () => Promise<Writer>>> = {
  csv: async () => writeCsv,
  json: async () => writeJson,
  xlsx: async () => (await import('../xlsx/write-xlsx.ts')).writeXlsx,
  // The API accepts this misspelling.
  xslx: async () => (await import('../xlsx/write-xlsx.ts')).writeXlsx,
  pdf: async () => (await import('../pdf/write-pdf.ts')).writePdf,
  docx: async () => (await import('../docx/write-docx.ts')).writeDocx,
}
