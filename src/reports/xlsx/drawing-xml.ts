import { xmlAttribute } from './xml-text.ts'

/** A chart on a sheet: its top left corner in columns and rows from 0, and its size in pixels. */
export interface PlacedChart {
  column: number
  row: number
  width: number
  height: number
  /** Description for people who cannot see the chart. */
  description: string
}

const emuPerPixel = 9_525

/** Rows of 20 pixels that a chart covers, plus an empty one. */
export function rowsCovered(height: number): number {
  return Math.ceil(height / 20) + 1
}

/** xl/drawings/drawingN.xml; the relations of its charts are rId1 and on. */
export function drawingXml(charts: readonly PlacedChart[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"',
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">',
    ...charts.map(frame),
    '</xdr:wsDr>',
  ].join('')
}

function frame({ column, row, width, height, description }: PlacedChart, index: number): string {
  const id = index + 1
  // As Excel writes it: shapes have ids from 2 on, so that `Chart 1` has the id 2.
  return [
    `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>`,
    `<xdr:ext cx="${width * emuPerPixel}" cy="${height * emuPerPixel}"/>`,
    '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>',
    `<xdr:cNvPr id="${id + 1}" name="Chart ${id}" descr="${xmlAttribute(description)}"/><xdr:cNvGraphicFramePr/>`,
    '</xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>',
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart">',
    '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
    ` r:id="rId${id}"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>`,
  ].join('')
}
