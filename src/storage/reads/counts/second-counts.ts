import { RowBinaryReader } from '../../clients/row-binary/row-binary-reader.ts'
import type { Read, Scope, SecondCounts, SecondCountsQuery, SecondGroup } from '../../contract/event-store.ts'
import { list, number } from '../../sql/literal.ts'
import { rowsFrom } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'
import { countedText } from './counted-values.ts'

const secondBytes = 4
const secondAndCountBytes = 12

/** Counts by second and by the values of two fields; see EventStore. Each row is within one second. */
export async function secondCounts(
  context: ReadContext,
  scope: Scope,
  query: SecondCountsQuery,
  read: Read,
): Promise<SecondCounts> {
  const { by, value, step, occurrences } = query
  const fields = [
    ...(by === null ? [] : [`${countedText(by)} AS k`]),
    ...(value === null ? [] : [`${countedText(value)} AS v`]),
  ]
  const names = [...(by === null ? [] : ['k']), ...(value === null ? [] : ['v'])]
  const second = `toUInt32(${secondSql(step, scope.from)})`
  const selected = [...fields, `${second} AS s`, 'count']
  const rows = rowsFrom(scope, context, selected, occurrences ? '' : 'repeat = 0')
  const perGroup = `GROUP BY ${list(names)} ORDER BY ${list(names)}`
  const counted = `SELECT ${list([...names, 's', `toUInt64(${occurrences ? 'sum(count)' : 'count()'}) AS n`])} FROM ${rows} GROUP BY ${list([...names, 's'])}`
  const select = async (sql: string) =>
    new RowBinaryReader(await context.client.bytes(sql, read, undefined, 'parallel'))
  if (names.length === 0) {
    const reader = await select(`${counted} ORDER BY s`)
    const columns = new Columns(reader.left / secondAndCountBytes)
    columns.begin('', '')
    while (!reader.isAtEnd) columns.add(reader.uint32(), reader.uint64())
    return columns.end()
  }
  // Most values have one event in a second: counting in the engine takes longer than returning the second of
  // each event.
  const hasOnlySeconds = step === 1 && !occurrences
  const reader = await select(
    hasOnlySeconds
      ? `SELECT ${list([...names, 'arraySort(groupArray(s))'])} FROM ${rows} ${perGroup}`
      : `SELECT ${list([...names, 'arraySort(groupArray((s, n)))'])} FROM (${counted}) ${perGroup}`,
  )
  // An upper bound of the number of counts: some of the bytes are values.
  const columns = new Columns(reader.left / (hasOnlySeconds ? secondBytes : secondAndCountBytes))
  while (!reader.isAtEnd) {
    columns.begin(by === null ? '' : reader.text(), value === null ? '' : reader.text())
    for (let left = reader.varUint(); left > 0; left--)
      columns.add(reader.uint32(), hasOnlySeconds ? 1 : reader.uint64())
  }
  return columns.end()
}

/** SQL of the second under which a row is counted. */
function secondSql(step: number, from: number): string {
  if (step === 0) return number(from)
  if (step === 1) return 'toUnixTimestamp(sec)'
  return `intDiv(toUnixTimestamp(sec), ${number(step)}) * ${number(step)}`
}

/** Collects counts as columns, one group after the other. */
class Columns {
  readonly #groups: SecondGroup[] = []
  readonly #seconds: Uint32Array
  readonly #counts: Float64Array
  /** Number of counts in the columns. */
  #size = 0
  /** Index of the first count of the open group. */
  #start = 0

  constructor(maxSize: number) {
    this.#seconds = new Uint32Array(Math.ceil(maxSize))
    this.#counts = new Float64Array(Math.ceil(maxSize))
  }

  /** Opens a group, which gets the counts added next. */
  begin(by: string, value: string): void {
    this.#endGroup()
    this.#start = this.#size
    this.#groups.push({ by, value, from: this.#size, to: this.#size })
  }

  /** Seconds of a group come in order and may repeat. */
  add(second: number, count: number): void {
    const last = this.#size - 1
    if (last >= this.#start && this.#seconds[last] === second) {
      this.#counts[last] = (this.#counts[last] ?? 0) + count
      return
    }
    this.#seconds[this.#size] = second
    this.#counts[this.#size++] = count
  }

  /** Closes the last group and returns all counts. */
  end(): SecondCounts {
    this.#endGroup()
    return {
      groups: this.#groups,
      seconds: this.#seconds.subarray(0, this.#size),
      counts: this.#counts.subarray(0, this.#size),
    }
  }

  #endGroup(): void {
    const group = this.#groups.at(-1)
    if (group !== undefined) group.to = this.#size
  }
}
