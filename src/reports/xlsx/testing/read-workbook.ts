import { strFromU8, unzipSync } from 'fflate'
import { all, type Element, parseXml } from './xml.ts'

export type ReadCell = string | number

/** A workbook with all its parts parsed. */
export interface ReadWorkbook {
  /** By name, in tab order. */
  sheets: ReadSheet[]
  /** Parts by path. */
  parts: Record<string, Element>
}

export interface ReadSheet {
  name: string
  /** By reference: A1, A2. */
  cells: Record<string, ReadCell>
  /** The format code of each cell. */
  formats: Record<string, string>
  /** Rows of cells in order, without empty rows and cells. */
  rows: ReadCell[][]
  xml: Element
}

/** Parses a workbook. Throws if a part is missing, unknown or not XML. */
export function readWorkbook(bytes: Uint8Array): ReadWorkbook {
  const files = Object.entries(unzipSync(bytes))
  const parts = Object.fromEntries(files.map(([path, content]) => [path, parseXml(strFromU8(content))]))
  checkTypes(parts)
  const relations = targets(parts, 'xl/_rels/workbook.xml.rels')
  const formats = formatsOf(part(parts, 'xl/styles.xml'))
  const sheets = all(part(parts, 'xl/workbook.xml'), 'sheet').map(({ attributes }) => {
    const path = relations[attributes['r:id'] ?? ''] ?? ''
    return readSheet(attributes.name ?? '', part(parts, path), formats)
  })
  return { sheets, parts }
}

export function part(parts: ReadWorkbook['parts'], path: string): Element {
  const found = parts[path]
  if (!found) throw new Error(`there is no part ${path}`)
  return found
}

/** Targets of relations by id, as paths. */
export function targets(parts: ReadWorkbook['parts'], path: string): Record<string, string> {
  return Object.fromEntries(
    part(parts, path).children.map(({ attributes }) => {
      const target = (attributes.Target ?? '').replace(/^\//, '')
      if (!parts[target]) throw new Error(`${path} names ${target}, which is not there`)
      return [attributes.Id ?? '', target]
    }),
  )
}

function checkTypes(parts: ReadWorkbook['parts']): void {
  const named = all(part(parts, '[Content_Types].xml'), 'Override').map(
    ({ attributes }) => attributes.PartName?.slice(1) ?? '',
  )
  const wanted = Object.keys(parts).filter(path => !path.endsWith('.rels') && path !== '[Content_Types].xml')
  if (named.toSorted().join() !== wanted.toSorted().join())
    throw new Error(`content types ${named} are not those of the parts ${wanted}`)
}

function readSheet(name: string, xml: Element, formats: readonly string[]): ReadSheet {
  const sheet: ReadSheet = { name, cells: {}, formats: {}, rows: [], xml }
  let last = 0
  for (const row of all(xml, 'row')) {
    const number = Number(row.attributes.r)
    if (!(number > last)) throw new Error(`row ${number} after ${last}`)
    last = number
    const values: ReadCell[] = []
    for (const cell of row.children) {
      const ref = cell.attributes.r ?? ''
      if (ref.replace(/^[A-Z]+/, '') !== String(number)) throw new Error(`${ref} in row ${number}`)
      if (all(cell, 'f').length > 0) throw new Error(`${ref} is a formula`)
      if (cell.children.length === 0) continue
      const value = cell.attributes.t === 'inlineStr' ? unescapedString(cell.text) : Number(cell.text)
      sheet.cells[ref] = value
      sheet.formats[ref] = formats[Number(cell.attributes.s)] ?? ''
      values.push(value)
    }
    sheet.rows.push(values)
  }
  return sheet
}

/** ST_Xstring. */
function unescapedString(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

const builtIn: Record<string, string> = { 0: 'General', 3: '#,##0', 10: '0.00%' }

function formatsOf(styles: Element): string[] {
  const codes = new Map(
    all(styles, 'numFmt').map(({ attributes }) => [attributes.numFmtId, attributes.formatCode]),
  )
  const [cells] = all(styles, 'cellXfs')
  return (cells?.children ?? []).map(({ attributes }) => {
    const id = attributes.numFmtId ?? ''
    return codes.get(id) ?? builtIn[id] ?? ''
  })
}
