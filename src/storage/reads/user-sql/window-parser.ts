import type { TokenReader } from './token-reader.ts'
import type { Expression, Order, Window } from './tree.ts'

/** Reads the window after OVER. */
export function readWindow(
  reader: TokenReader,
  expressions: { expression(): Expression; order(): Order },
): Window {
  reader.expectSymbol('(')
  let partitionBy: Expression[] = []
  if (reader.take('PARTITION')) {
    reader.expect('BY')
    partitionBy = reader.list(() => expressions.expression())
  }
  let orderBy: Order[] = []
  if (reader.take('ORDER')) {
    reader.expect('BY')
    orderBy = reader.list(() => expressions.order())
  }
  const frame = reader.take('ROWS') ? readFrame(reader) : ''
  reader.expectSymbol(')')
  return { partitionBy, orderBy, frame }
}

function readFrame(reader: TokenReader): string {
  if (!reader.take('BETWEEN')) return `ROWS ${readFrameEnd(reader, 'PRECEDING')}`
  const from = readFrameEnd(reader, 'PRECEDING')
  reader.expect('AND')
  return `ROWS BETWEEN ${from} AND ${readFrameEnd(reader, 'FOLLOWING')}`
}

function readFrameEnd(reader: TokenReader, side: 'PRECEDING' | 'FOLLOWING'): string {
  if (reader.take('CURRENT')) {
    reader.expect('ROW')
    return 'CURRENT ROW'
  }
  const distance = reader.take('UNBOUNDED')
    ? 'UNBOUNDED'
    : String(reader.wholeNumber('UNBOUNDED, CURRENT ROW or a number'))
  reader.expect(side)
  return `${distance} ${side}`
}
