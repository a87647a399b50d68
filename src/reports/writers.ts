import type { ExportFormat } from '../schema/export-format.ts'
import { writeCsv } from './csv.ts'
import { writeJson } from './json.ts'
import type { Writer } from './writer.ts'

/** How each format is written; loaded when it is first wanted, in the thread that draws. Absent: not supported. */
export const writers: Readonly<Partial<Record<ExportFormat, () => Promise<Writer>>>> = {
  csv: async () => writeCsv,
  json: async () => writeJson,
  xlsx: async () => (await import('./xlsx/write-xlsx.ts')).writeXlsx,
  xslx: async () => (await import('./xlsx/write-xlsx.ts')).writeXlsx,
  pdf: async () => (await import('./pdf/write-pdf.ts')).writePdf,
  docx: async () => (await import('./docx/write-docx.ts')).writeDocx,
}

/** Whether documents of this format can be made. */
export function isSupported(format: ExportFormat): boolean {
  return writers[format] !== undefined
}
