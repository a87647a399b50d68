import { absoluteRef } from './cell-ref.ts'
import type { WorkbookSheet } from './workbook.ts'
import { xmlAttribute, xmlText } from './xml-text.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** [Content_Types].xml for these sheets; drawings and charts are numbered from 1. */
export function contentTypesXml(sheets: readonly WorkbookSheet[], drawings: number, charts: number): string {
  const part = (name: string, type: string) => `<Override PartName="/${name}" ContentType="${type}"/>`
  const numbered = (count: number, name: (number: number) => string, type: string) =>
    Array.from({ length: count }, (_, index) => part(name(index + 1), type)).join('')
  return [
    `${declaration}<Types xmlns="${packages}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    part('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
    part('docProps/app.xml', 'application/vnd.openxmlformats-officedocument.extended-properties+xml'),
    part('xl/workbook.xml', `${spreadsheet}.sheet.main+xml`),
    part('xl/styles.xml', `${spreadsheet}.styles+xml`),
    ...sheets.map(({ number }) => part(sheetPath(number), `${spreadsheet}.worksheet+xml`)),
    numbered(drawings, drawingPath, 'application/vnd.openxmlformats-officedocument.drawing+xml'),
    numbered(charts, chartPath, 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml'),
    '</Types>',
  ].join('')
}

export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`
}

export function drawingPath(number: number): string {
  return `xl/drawings/drawing${number}.xml`
}

export function chartPath(number: number): string {
  return `xl/charts/chart${number}.xml`
}

/** The file with the relations of a part: xl/_rels/workbook.xml.rels for xl/workbook.xml. */
export function relationsPath(part: string): string {
  const at = part.lastIndexOf('/') + 1
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`
}

/** A file of relations, numbered from rId1. `type`: the last part of an office relation's name, or a URL. */
export function relationsXml(relations: readonly { type: string; target: string }[]): string {
  const items = relations.map(({ type, target }, index) => {
    const address = type.includes(':') ? type : `${office}/${type}`
    return `<Relationship Id="rId${index + 1}" Type="${address}" Target="${target}"/>`
  })
  return `${declaration}<Relationships xmlns="${packages}/relationships">${items.join('')}</Relationships>`
}

/** _rels/.rels. */
export function rootRelationsXml(): string {
  return relationsXml([
    { type: 'officeDocument', target: 'xl/workbook.xml' },
    { type: `${packages}/relationships/metadata/core-properties`, target: 'docProps/core.xml' },
    { type: 'extended-properties', target: 'docProps/app.xml' },
  ])
}

/** docProps/core.xml; `created` in Unix seconds. */
export function corePropertiesXml(title: string, created: number): string {
  const moment = new Date(Math.floor(created) * 1000).toISOString().replace('.000Z', 'Z')
  return [
    `${declaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties"`,
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<dc:title>${xmlText(title)}</dc:title><dc:creator>Millrace</dc:creator>`,
    `<dcterms:created xsi:type="dcterms:W3CDTF">${moment}</dcterms:created>`,
    '</cp:coreProperties>',
  ].join('')
}

/** docProps/app.xml. */
export function appPropertiesXml(): string {
  return `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Millrace</Application></Properties>`
}

/** xl/workbook.xml; the relations of its sheets are numbered from rId1. */
export function workbookXml(sheets: readonly WorkbookSheet[]): string {
  const tabs = sheets.map(
    ({ name, number }, index) =>
      `<sheet name="${xmlAttribute(name)}" sheetId="${number}" r:id="rId${index + 1}"/>`,
  )
  return [
    `${declaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}">`,
    '<bookViews><workbookView activeTab="0"/></bookViews>',
    `<sheets>${tabs.join('')}</sheets>`,
    definedNames(sheets),
    '</workbook>',
  ].join('')
}

/**
 * Names for filters (which spreadsheet programs expect), for the print area, and for the header repeated on
 * every printed page.
 */
function definedNames(sheets: readonly WorkbookSheet[]): string {
  const names = sheets.flatMap(({ name, filter, printArea }, index) => {
    // 'Sheet name'!
    const sheet = absoluteRef(name, { left: 0, top: 1, right: 0, bottom: 1 }).slice(0, -'$A$1'.length)
    const defined = (what: string, ref: string, more = '') =>
      `<definedName name="_xlnm.${what}" localSheetId="${index}"${more}>${xmlText(ref)}</definedName>`
    return [
      filter ? defined('_FilterDatabase', absoluteRef(name, filter), ' hidden="1"') : '',
      printArea ? defined('Print_Area', absoluteRef(name, printArea)) : '',
      filter ? defined('Print_Titles', `${sheet}$${filter.top}:$${filter.top}`) : '',
    ]
  })
  const all = names.join('')
  return all === '' ? '' : `<definedNames>${all}</definedNames>`
}
