import type { ExportFormat } from '../../schema/export-format.ts'

/** The formats offered. `xslx` is only another name of xlsx. */
export type ChosenFormat = Exclude<ExportFormat, 'xslx'>

export const formats: Readonly<Record<ChosenFormat, { name: string; use: string }>> = {
  csv: { name: 'CSV', use: 'Every row, for spreadsheets and scripts' },
  json: { name: 'JSON', use: 'Every member, for programs' },
  xlsx: { name: 'Excel', use: 'Typed cells and charts to work on' },
  docx: { name: 'Word', use: 'A document to edit' },
  pdf: { name: 'PDF', use: 'A document to print and send' },
}
// The keys are the formats.
export const formatNames = Object.keys(formats) as ChosenFormat[]

/** Display name of a format. */
export function formatText(format: ExportFormat): string {
  return formats[format === 'xslx' ? 'xlsx' : format].name
}
