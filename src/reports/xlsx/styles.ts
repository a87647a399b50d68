import { xmlAttribute } from './xml-text.ts'

/** Fonts, fills and borders by name; the index of each is its position here. Colours equal the page's. */
const fonts = {
  plain: '<sz val="11"/><color rgb="FF14211F"/><name val="Calibri"/><family val="2"/>',
  bold: '<b/><sz val="11"/><color rgb="FF14211F"/><name val="Calibri"/><family val="2"/>',
  title: '<b/><sz val="16"/><color rgb="FF075652"/><name val="Calibri"/><family val="2"/>',
  heading: '<b/><sz val="12"/><color rgb="FF075652"/><name val="Calibri"/><family val="2"/>',
  soft: '<sz val="11"/><color rgb="FF5B6E72"/><name val="Calibri"/><family val="2"/>',
  notice: '<i/><sz val="11"/><color rgb="FF855000"/><name val="Calibri"/><family val="2"/>',
  link: '<u/><sz val="11"/><color rgb="FF0A6F6B"/><name val="Calibri"/><family val="2"/>',
} as const

const fills = {
  none: '<patternFill patternType="none"/>',
  // Programs use this as the second fill, whatever it contains.
  gray: '<patternFill patternType="gray125"/>',
  header: '<patternFill patternType="solid"><fgColor rgb="FFDFF0EE"/><bgColor indexed="64"/></patternFill>',
} as const

const borders = {
  none: '<left/><right/><top/><bottom/><diagonal/>',
  under: '<left/><right/><top/><bottom style="thin"><color rgb="FF0A6F6B"/></bottom><diagonal/>',
} as const

/** Number formats. Numbers below 164 are built in. */
const formats = {
  general: { id: 0 },
  integer: { id: 3 },
  percent: { id: 10 },
  number: { id: 164, code: '[=0]0;[<1]0.0000;#,##0.00' },
  bytes: {
    id: 165,
    code: '[>=1000000000]#,##0.00,,,"\u00a0GB";[>=1000000]#,##0.0,,"\u00a0MB";#,##0"\u00a0B"',
  },
  moment: { id: 166, code: 'yyyy-mm-dd hh:mm:ss' },
  momentMillis: { id: 167, code: 'yyyy-mm-dd hh:mm:ss.000' },
} as const satisfies Record<string, { id: number; code?: string }>

interface Style {
  font?: keyof typeof fonts
  fill?: keyof typeof fills
  border?: keyof typeof borders
  format?: keyof typeof formats
  align?: string
  /** The text stays text when the cell is edited. */
  quoted?: true
}

const left = 'horizontal="left" vertical="top" wrapText="1"'

const cellStyles = {
  text: {},
  quotedText: { quoted: true },
  integer: { format: 'integer' },
  number: { format: 'number' },
  percent: { format: 'percent' },
  bytes: { format: 'bytes' },
  moment: { format: 'moment', align: 'horizontal="left"' },
  momentMillis: { format: 'momentMillis', align: 'horizontal="left"' },
  header: { font: 'bold', fill: 'header', border: 'under' },
  headerRight: { font: 'bold', fill: 'header', border: 'under', align: 'horizontal="right"' },
  title: { font: 'title' },
  heading: { font: 'heading', border: 'under' },
  label: { font: 'soft', align: 'vertical="top"' },
  // Everything next to a label is left-aligned.
  textFact: { align: left, quoted: true },
  integerFact: { format: 'integer', align: left },
  numberFact: { format: 'number', align: left },
  percentFact: { format: 'percent', align: left },
  bytesFact: { format: 'bytes', align: left },
  momentFact: { format: 'moment', align: left },
  notice: { font: 'notice', align: 'vertical="top"' },
  link: { font: 'link', align: 'vertical="top"' },
} as const satisfies Record<string, Style>

export type StyleName = keyof typeof cellStyles

const names = Object.keys(cellStyles)

/** The s attribute of a cell. */
export function styleIndex(name: StyleName): number {
  return names.indexOf(name)
}

/** Number formats of charts. */
export const formatCodes = {
  integer: '#,##0',
  number: formats.number.code,
  percent: '0%',
  bytes: '[>=1000000000]#,##0.0,,,"\u00a0GB";[>=1000000]#,##0.0,,"\u00a0MB";#,##0"\u00a0B"',
} as const

/** xl/styles.xml. */
export function stylesXml(): string {
  const custom = Object.values(formats).filter(format => 'code' in format)
  const list = (tag: string, item: string, parts: Record<string, string>) =>
    `<${tag} count="${Object.keys(parts).length}">${Object.values(parts)
      .map(part => `<${item}>${part}</${item}>`)
      .join('')}</${tag}>`
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="${custom.length}">`,
    ...custom.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${xmlAttribute(code)}"/>`),
    '</numFmts>',
    list('fonts', 'font', fonts),
    list('fills', 'fill', fills),
    list('borders', 'border', borders),
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${names.length}">${Object.values<Style>(cellStyles).map(xf).join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')
}

function xf(style: Style): string {
  const indexIn = (parts: object, name: string) => Object.keys(parts).indexOf(name)
  const attributes = [
    `numFmtId="${formats[style.format ?? 'general'].id}"`,
    `fontId="${indexIn(fonts, style.font ?? 'plain')}"`,
    `fillId="${indexIn(fills, style.fill ?? 'none')}"`,
    `borderId="${indexIn(borders, style.border ?? 'none')}"`,
    'xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"',
  ]
  if (style.quoted) attributes.push('quotePrefix="1"')
  if (!style.align) return `<xf ${attributes.join(' ')}/>`
  return `<xf ${attributes.join(' ')} applyAlignment="1"><alignment ${style.align}/></xf>`
}
