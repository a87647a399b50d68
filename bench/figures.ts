import { cpus, release, totalmem, type } from 'node:os'

/** The value below which this share of the numbers lies (nearest rank); NaN for an empty list. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

/** 1234567.8 as 1,234,568. */
export function whole(number: number): string {
  return Math.round(number).toLocaleString('en')
}

/** Milliseconds with only the significant digits. */
export function millis(number: number): string {
  return number.toFixed(number < 10 ? 1 : 0)
}

export function megabytes(bytes: number): string {
  return `${whole(bytes / 1e6)} MB`
}

/** A table of Markdown; the first row is its head. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = line(head.map((_, column) => (column === 0 ? '---' : '---:')))
  return [line(head), rule, ...body.map(line)].join('\n')
}

/** The machine on which the figures were measured. */
export function machine(): string {
  const [cpu] = cpus()
  return (
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `${type()} ${release()}, Node ${process.versions.node}`
  )
}
