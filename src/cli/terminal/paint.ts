import { styleText } from 'node:util'
import { severities } from '../../schema/event/event.ts'

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

/** Colours a text for the terminal. Texts of senders must be escaped before (`onOneLine`). */
export type Paint = (style: Style, text: string) => string

/** Leaves texts uncoloured. */
export const plain: Paint = (_, text) => text
// Without `validateStream`, since `paintFor` has checked the stream.
const coloured: Paint = (style, text) => styleText(style, text, { validateStream: false })

/** The Paint for a stream. It colours on a terminal with colours, unless NO_COLOR is set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const hasColours = stream.isTTY === true && stream.hasColors()
  return hasColours ? coloured : plain
}

/** Colours a text by the name of a severity, such as `ERROR`. Unchanged for any other name. */
export function paintSeverity(paint: Paint, name: string, text: string): string {
  const known = severities.find(severity => severity === name)
  return known === undefined ? text : paint(styles[known], text)
}
