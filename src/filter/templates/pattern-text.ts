import { placeholders } from '../../schema/event/template.ts'
import { quoteRegex } from '../regex/quote-regex.ts'

/** How patterns write the placeholders of templates, and the values of each as a regular expression. */
const writtenPlaceholders = [
  { name: '<N>', placeholder: placeholders.digits, regex: '[0-9]+' },
  { name: '<hex>', placeholder: placeholders.hex, regex: '[0-9A-Fa-f]+' },
  { name: '<id>', placeholder: placeholders.mixed, regex: '[0-9A-Za-z]+' },
] as const
const regexOf: ReadonlyMap<string, string> = new Map(
  writtenPlaceholders.map(({ name, regex }) => [name, regex]),
)
const nameOf: ReadonlyMap<string, string> = new Map(
  writtenPlaceholders.map(({ placeholder, name }) => [placeholder, name]),
)

/** A placeholder or its written name, with the backslashes before it. */
const special = /(\\*)(<N>|<hex>|<id>|[\u0011-\u0013])/g
const controlCharacters = /[\u0000-\u001f\u007f]/g

/**
 * Writes a template as people read it: `Failed password for user<N> from <N>.<N>.<N>.<N>`. If a message
 * contains such a name itself, a backslash precedes it: `\<N>`. Backslashes before a name are doubled; all
 * others stay.
 */
export function patternText(template: string): string {
  return template.replace(special, (_, backslashes: string, nameOrPlaceholder: string) => {
    const name = nameOf.get(nameOrPlaceholder)
    return backslashes.repeat(2) + (name ?? `\\${nameOrPlaceholder}`)
  })
}

/** A part of a pattern: plain text, or the name of a placeholder. */
export interface PatternPart {
  text: string
  isPlaceholder: boolean
}

/** Splits a pattern into its parts and removes escapes. */
export function patternParts(pattern: string): PatternPart[] {
  const parts: PatternPart[] = []
  const add = (text: string, isPlaceholder: boolean): void => {
    const last = parts.at(-1)
    if (text === '') return
    if (last !== undefined && !last.isPlaceholder && !isPlaceholder) last.text += text
    else parts.push({ text, isPlaceholder })
  }
  let at = 0
  for (const match of pattern.matchAll(special)) {
    const [matched, backslashes = '', name = ''] = match
    add(pattern.slice(at, match.index), false)
    // Two backslashes before a name stand for one, and an odd one escapes the name.
    const isEscaped = backslashes.length % 2 === 1
    add('\\'.repeat(Math.floor(backslashes.length / 2)), false)
    add(name, regexOf.has(name) && !isEscaped)
    at = match.index + matched.length
  }
  add(pattern.slice(at), false)
  return parts
}

/** The regular expression (RE2) that matches the whole messages that have the form of a pattern. */
export function patternRegex(pattern: string): string {
  const parts = patternParts(pattern)
  const regex = ({ text, isPlaceholder }: PatternPart) => (isPlaceholder ? regexOf.get(text) : quote(text))
  return `^${parts.map(regex).join('')}$`
}

function quote(text: string): string {
  return quoteRegex(text).replace(
    controlCharacters,
    character => `\\x{${character.charCodeAt(0).toString(16)}}`,
  )
}
