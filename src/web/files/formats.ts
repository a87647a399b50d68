import type { ExportFormat } from '../../schema/reports/export-format.ts'
import { exportTexts } from '../texts/search/exports.ts'

/**
 * The formats that the page offers. The API has two spellings of the format of Excel, `xslx` and `xlsx`; the
 * page has one.
 */
export type ChosenFormat = Exclude<ExportFormat, 'xslx'>

export const formats: Readonly<Record<ChosenFormat, { name: string; use: string }>> = exportTexts.formats
// `as` holds: the type of `formats` allows no other keys.
export const formatNames = Object.keys(formats) as ChosenFormat[]

/** Display name of a format. */
export function formatText(format: ExportFormat): string {
  return formats[format === 'xslx' ? 'xlsx' : format].name
}
