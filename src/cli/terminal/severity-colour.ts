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

/** Colours texts of this program, never texts of senders; `plain` if colours are not wanted. */
export type Paint = (style: Style, text: string) => string

export const plain: Paint = (_, text) => text
const coloured: Paint = (style, text) => styleText(style, text, { validateStream: false })

/** Colours for a stream: enabled on a terminal with colours, unless NO_COLOR is set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const hasColours = stream.isTTY === true && stream.hasColors()
  return hasColours ? coloured : plain
}

/** A text in the colour of a severity, given by its name in the interface; other texts are unchanged. */
export function paintSeverity(paint: Paint, name: string, text: string): string {
  const known = severities.find(severity => severity === name)
  return known === undefined ? text : paint(styles[known], text)
}
