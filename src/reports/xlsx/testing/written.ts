import type { ReportDocument } from '../../document/document.ts'
import { Collected } from '../../testing/collect.ts'
import { writeWorkbook } from '../write-xlsx.ts'
import { type ReadSheet, type ReadWorkbook, readWorkbook } from './read-workbook.ts'

const limits = { rows: 1_048_576, bytes: 2 ** 30, tableRows: 1_000_000 }

/** Writes a document and parses the workbook. */
export async function written(document: ReportDocument, changed: Partial<typeof limits> = {}) {
  const out = new Collected()
  const signal = new AbortController().signal
  const outcome = await writeWorkbook(document, out, signal, { ...limits, ...changed })
  return { outcome, book: readWorkbook(out.bytes) }
}

export function sheet(book: ReadWorkbook, name: string): ReadSheet {
  const found = book.sheets.find(sheet => sheet.name === name)
  if (!found) throw new Error(`no sheet ${name} among ${book.sheets.map(({ name }) => name)}`)
  return found
}
