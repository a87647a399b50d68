import { styleText } from 'node:util'
import { severities } from '../../schema/event.ts'

type Style = Parameters<typeof styleText>[0]

const styles: Readonly<Record<(typeof severities)[number], Style>> = {
  EMERGENCY: ['bold', 'white', 'bgRed'],
  ALERT: ['bold', 'white', 'bgRed'],
  CRITICAL: ['bold', 'red'],
  ERROR: 'red',
  WARNING: 'yellow',
  NOTICE: 'cyan',
  INFO: 'green',
  DEBUG: 'gray',
}

/** Colours texts of this program, never those of senders; `plain` where colours are not wanted. */
export type Paint = (style: Style, text: string) => string

export const plain: Paint = (_, text) => text
const coloured: Paint = (style, text) => styleText(style, text, { validateStream: false })

/** Colours for a stream: where it is a terminal that has them and NO_COLOR is not set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const hasColours = stream.isTTY === true && stream.hasColors()
  return hasColours ? coloured : plain
}

/** A text in the colour of a severity, by its name in the interface; others stay as they are. */
export function paintSeverity(paint: Paint, name: string, text: string): string {
  const known = severities.find(severity => severity === name)
  return known === undefined ? text : paint(styles[known], text)
}
