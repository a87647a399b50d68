import type { ExportFormat } from '../../schema/reports/export-format.ts'
import { exportTexts } from '../texts/search/exports.ts'

/** The offered formats. `xslx` is only an alias of xlsx. */
export type ChosenFormat = Exclude<ExportFormat, 'xslx'>

export const formats: Readonly<Record<ChosenFormat, { name: string; use: string }>> = exportTexts.formats
// The keys are the formats.
export const formatNames = Object.keys(formats) as ChosenFormat[]

/** Display name of a format. */
export function formatText(format: ExportFormat): string {
  return formats[format === 'xslx' ? 'xlsx' : format].name
}
