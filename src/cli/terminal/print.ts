import { printable } from '../../charts/printable.ts'

/**
 * Prints a line of text on standard output. Names and titles are what other users made of them: control characters are shown as escapes,
 * line feeds too, whether it is a terminal or a pipe, since a pager hands them on.
 */
export function print(line: string): void {
  console.log(printable(line))
}

/** Prints a list, a line each. An empty one is said in words on a terminal; a program that reads the output gets no line. */
export function printList(lines: readonly string[], none: string): void {
  if (lines.length === 0 && process.stdout.isTTY === true) print(none)
  for (const line of lines) print(line)
}

/** Prints a message on standard error, its line feeds as they are, other control characters as escapes. */
export function printError(message: string): void {
  console.error(printable(message, true))
}

/** Prints lines whose values are escaped already: what `paint` has put around them colours the terminal. */
export function printPainted(lines: readonly string[]): void {
  console.log(lines.join('\n'))
}

/** Prints a file, such as an export. Pipes and files get every byte as it is; a terminal gets control characters as escapes. */
export function printFile(text: string): void {
  process.stdout.write(asData(text))
}

/** Prints data that a program may read, such as JSON, and a line feed. As `printFile`. */
export function printData(text: string): void {
  console.log(asData(text))
}

function asData(text: string): string {
  return process.stdout.isTTY ? printable(text, true) : text
}
