import { describe, expect, test } from 'vitest'
import type { Row } from '../document/document.ts'
import type { Output } from '../document/job.ts'
import { Collected } from '../testing/collect.ts'
import { queryDocument, tableOf } from './testing/documents.ts'
import type { ReadWorkbook } from './testing/read-workbook.ts'
import { sheet, written } from './testing/written.ts'
import { writeXlsx } from './write-xlsx.ts'

const never = new AbortController().signal

describe('limits', () => {
  const rows: Row[] = Array.from({ length: 25 }, (_, index) => [index])
  async function* batches(): AsyncIterable<readonly Row[]> {
    for (let at = 0; at < rows.length; at += 4) yield rows.slice(at, at + 4)
  }
  const numbersOn = (book: ReadWorkbook) =>
    book.sheets.slice(1).map(({ rows }) => rows.flat().filter(cell => typeof cell === 'number'))

  test('a table continues on further sheets, each with the header', async () => {
    const { book, outcome } = await written(queryDocument(tableOf(['integer'], batches(), 25)), { rows: 11 })
    expect(outcome).toEqual({})
    expect(book.sheets.map(({ name }) => name)).toEqual(['Summary', 'Events', 'Events (2)', 'Events (3)'])
    expect(book.sheets.slice(1).map(({ rows }) => rows[0])).toEqual([['integer'], ['integer'], ['integer']])
    expect(numbersOn(book).map(list => list.length)).toEqual([10, 10, 5])
    expect(numbersOn(book).flat()).toEqual(rows.flat())
  })

  test('a table that fills its sheet to the last row has no further one', async () => {
    const { book } = await written(queryDocument(tableOf(['integer'], batches(), 25)), { rows: 26 })
    expect(book.sheets.map(({ name }) => name)).toEqual(['Summary', 'Events'])
  })

  test('a sheet whose XML would be too long for the zip ends earlier', async () => {
    const long: Row[] = Array.from({ length: 60 }, (_, index) => [`${index} `.padEnd(20_000, 'x')])
    const { book } = await written(queryDocument(tableOf(['text'], long, 60)), { bytes: 500_000 })
    expect(book.sheets.length).toBeGreaterThan(3)
    expect(
      book.sheets
        .slice(1)
        .flatMap(({ rows }) => rows.slice(1))
        .flat(),
    ).toEqual(long.flat())
  })

  test('rows that are left out are reported in the file and to the caller', async () => {
    const table = tableOf(['integer'], batches(), 3_400_000)
    const { book, outcome } = await written(queryDocument(table), { tableRows: 10 })
    expect(outcome).toEqual({ cappedFrom: 3_400_000 })
    const notice = 'Only the first 10 of 3,400,000 rows are here.'
    expect(sheet(book, 'Events').rows.at(-1)).toEqual([notice])
    expect(sheet(book, 'Summary').rows.at(-1)).toEqual(['Events', 10, notice])
  })
})

describe('while it is written', () => {
  const letters: Row[] = Array.from({ length: 500 }, () => [crypto.randomUUID().repeat(20)])

  /** Endless rows that count how far they were read. */
  function endless() {
    const state = { batches: 0, closed: false }
    async function* rows() {
      try {
        for (;;) {
          state.batches++
          yield letters
        }
      } finally {
        state.closed = true
      }
    }
    return { state, rows: rows() }
  }

  test('rows are read no faster than the output takes them, and let go when it is gone', async () => {
    const { state, rows } = endless()
    let refuse = (_: Error) => {}
    const held = new Promise<void>((_, reject) => {
      refuse = reject
    })
    let taken = 0
    const out: Output = {
      async write(bytes) {
        taken += bytes.length
        if (taken >= 500_000) await held
      },
    }
    const writing = writeXlsx(queryDocument(tableOf(['text'], rows, 1e9)), out, never)
    for (let before = -1; before !== state.batches || taken < 500_000; ) {
      before = state.batches
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    }
    expect(state.batches).toBeLessThan(40)
    refuse(new Error('the client has gone'))
    await expect(writing).rejects.toThrow('the client has gone')
    expect(state.closed).toBe(true)
  })

  test('the signal ends it', async () => {
    const { state, rows } = endless()
    const stop = new AbortController()
    let taken = 0
    const out = {
      async write(bytes: Uint8Array) {
        taken += bytes.length
        if (taken > 100_000) stop.abort(new Error('stopped'))
      },
    }
    const writing = writeXlsx(queryDocument(tableOf(['text'], rows, 1e9)), out, stop.signal)
    await expect(writing).rejects.toThrow('stopped')
    expect(state.closed).toBe(true)
  })

  test('the error of the rows is reported', async () => {
    async function* rows(): AsyncIterable<readonly Row[]> {
      yield letters
      throw new Error('the engine has gone')
    }
    const writing = writeXlsx(queryDocument(tableOf(['text'], rows(), 1e9)), new Collected(), never)
    await expect(writing).rejects.toThrow('the engine has gone')
  })
})
