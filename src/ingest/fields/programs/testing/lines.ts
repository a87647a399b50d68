import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { blankEvent } from '../../../event/blank-event.ts'
import type { ProgramFields } from '../program-fields.ts'

/** A line of a program, and the fields that it has. */
export interface KnownLine {
  program: string
  message: string
  wanted: Record<string, string>
}

const folder = path.join(import.meta.dirname, 'lines')

/**
 * The lines in the files of `lines/`: `[program] message`, then its fields as `  name=value ¦ name=value`. In
 * both, ⇥ is a tab and ↵ the end of a line.
 */
export function knownLines(): KnownLine[] {
  return readdirSync(folder).flatMap(name => linesIn(readFileSync(path.join(folder, name), 'utf8')))
}

/** Lines in `unread.txt` that look like lines of a known program, but have another form. */
export function unreadLines(): KnownLine[] {
  return linesIn(readFileSync(path.join(import.meta.dirname, 'unread.txt'), 'utf8'))
}

function linesIn(text: string): KnownLine[] {
  const lines = text.split('\n')
  return lines.flatMap((line, i) => {
    const [, program, message] = /^\[([^\]]*)\] (.*)$/.exec(line) ?? []
    if (program === undefined || message === undefined) return []
    const next = lines[i + 1] ?? ''
    const fields = next.startsWith('  ') ? next.slice(2).split(' ¦ ') : []
    const wanted = fields.map((field): [string, string] => {
      const equals = field.indexOf('=')
      return [field.slice(0, equals), unescaped(field.slice(equals + 1))]
    })
    return [{ program, message: unescaped(message), wanted: Object.fromEntries(wanted) }]
  })
}

function unescaped(text: string): string {
  return text.replaceAll('⇥', '\t').replaceAll('↵', '\n')
}

/** The tags that a message gets. */
export function tagsOf(fields: ProgramFields, { program, message }: Omit<KnownLine, 'wanted'>) {
  const event = { ...blankEvent('h', 0), program, message }
  fields.apply(event)
  return { ...event.tags }
}
