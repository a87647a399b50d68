import { printable } from '../../charts/printable.ts'

/**
 * Prints a line of text on standard output. Other users choose names and titles, so control characters,
 * including line feeds, are shown as escapes, on a terminal and in a pipe, since a pager passes them on.
 */
export function print(line: string): void {
  console.log(printable(line))
}

/**
 * Prints a list, one line per item. For an empty list a terminal shows a sentence, and a program that reads
 * the output gets nothing.
 */
export function printList(lines: readonly string[], none: string): void {
  if (lines.length === 0 && process.stdout.isTTY === true) print(none)
  for (const line of lines) print(line)
}

/** Prints a message on standard error. Line feeds are kept; other control characters become escapes. */
export function printError(message: string): void {
  console.error(printable(message, true))
}

/** Prints lines whose values are already escaped and may be coloured by `paint`. */
export function printPainted(lines: readonly string[]): void {
  console.log(lines.join('\n'))
}

/**
 * Prints a file, such as an export. Pipes and files get every byte unchanged; a terminal gets control
 * characters as escapes.
 */
export function printFile(text: string): void {
  process.stdout.write(asData(text))
}

/** As `printFile`, for data such as JSON that programs may read; adds a line feed. */
export function printData(text: string): void {
  console.log(asData(text))
}

function asData(text: string): string {
  return process.stdout.isTTY ? printable(text, true) : text
}
