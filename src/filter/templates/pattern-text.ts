import { placeholders } from '../../schema/template.ts'

/** How patterns write the placeholders of templates, and the texts that each stands for. */
const written = [
  { name: '<N>', placeholder: placeholders.digits, regex: '[0-9]+' },
  { name: '<hex>', placeholder: placeholders.hex, regex: '[0-9A-Fa-f]+' },
  { name: '<id>', placeholder: placeholders.mixed, regex: '[0-9A-Za-z]+' },
] as const
const regexOf: ReadonlyMap<string, string> = new Map(written.map(({ name, regex }) => [name, regex]))
const nameOf: ReadonlyMap<string, string> = new Map(
  written.map(({ placeholder, name }) => [placeholder, name]),
)

/** A placeholder's name or the placeholder, with the backslashes before it. */
const special = /(\\*)(<N>|<hex>|<id>|[\u0011-\u0013])/g
const syntax = /[\\.+*?()|[\]{}^$]/g
const control = /[\u0000-\u001f\u007f]/g

/**
 * The template as people read and write it: `Failed password for user<N> from <N>.<N>.<N>.<N>`. A backslash before such a name, as
 * in `\<N>`, makes it plain text; backslashes before a name are doubled, all others are plain text.
 */
export function patternText(template: string): string {
  return template.replace(special, (_, backslashes: string, found: string) => {
    const name = nameOf.get(found)
    return backslashes.repeat(2) + (name ?? `\\${found}`)
  })
}

/** The regular expression (RE2) of the messages that have the form of a pattern from their first to their last character. */
export function patternRegex(pattern: string): string {
  let out = ''
  let at = 0
  for (const found of pattern.matchAll(special)) {
    const [whole, backslashes = '', name = ''] = found
    const regex = regexOf.get(name)
    out += quote(pattern.slice(at, found.index))
    if (regex === undefined) out += quote(whole)
    else {
      out += quote(backslashes.slice(0, backslashes.length >> 1))
      out += backslashes.length % 2 === 0 ? regex : quote(name)
    }
    at = found.index + whole.length
  }
  return `^${out}${quote(pattern.slice(at))}$`
}

function quote(text: string): string {
  return text
    .replace(syntax, '\\$&')
    .replace(control, character => `\\x{${character.charCodeAt(0).toString(16)}}`)
}
