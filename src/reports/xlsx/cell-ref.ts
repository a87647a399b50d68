/** The letters of a column, counted from 0: A to Z, then AA. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** Columns and rows of a block of cells, all inclusive; columns from 0, rows from 1. */
export interface Block {
  left: number
  top: number
  right: number
  bottom: number
}

/** A1:C7. */
export function blockRef(block: Block): string {
  return `${columnLetters(block.left)}${block.top}:${columnLetters(block.right)}${block.bottom}`
}

/** 'Sheet name'!$A$1:$C$7, for formulas and defined names. */
export function absoluteRef(sheet: string, block: Block): string {
  const from = `$${columnLetters(block.left)}$${block.top}`
  const to = `$${columnLetters(block.right)}$${block.bottom}`
  return `${quoted(sheet)}!${from === to ? from : `${from}:${to}`}`
}

/** The top left cell of a sheet, for links. */
export function sheetStart(sheet: string): string {
  return `${quoted(sheet)}!A1`
}

function quoted(sheet: string): string {
  return `'${sheet.replaceAll("'", "''")}'`
}
