/** A member of an object: a text, a number, a nested object, or a value that gives no label. */
export type Member = readonly [
  key: string,
  value: string | number | null | readonly number[] | readonly Member[],
]

type Labels = Record<string, string>

/** Whether a member is an object; lists of numbers are arrays. */
export function isObject(value: Member[1]): value is readonly Member[] {
  return Array.isArray(value) && value.length > 0 && Array.isArray(value[0])
}

/** The text of an object, which may have a key twice. */
export function jsonText(members: readonly Member[]): string {
  const parts = members.map(
    ([key, value]) => `${JSON.stringify(key)}: ${isObject(value) ? jsonText(value) : JSON.stringify(value)}`,
  )
  return `{${parts.join(' , ')}}`
}

/** A line of logfmt with these pairs. */
export function logfmtText(pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .map(([key, value]) => (/[\s"=\\]/.test(value) ? `${key}=${JSON.stringify(value)}` : `${key}=${value}`))
    .join(' ')
}

function cleanKey(key: string): string {
  let name = ''
  for (const character of key.trim()) name += /[a-zA-Z0-9_]/.test(character) ? character : '_'
  return name
}

/** The labels that stages make, computed slowly and plainly: parses everything, then filters. */
export class PipelineOracle {
  readonly stream: Labels
  labels: Labels

  constructor(stream: Labels, metadata: Labels) {
    this.stream = stream
    this.labels = { ...stream, ...metadata }
  }

  json(members: readonly Member[], path: readonly string[] = []): void {
    for (const [key, value] of members) {
      const names = [...path, key]
      if (isObject(value)) this.json(value, names)
      else if (typeof value === 'string' || typeof value === 'number') this.#set(names, String(value))
    }
  }

  logfmt(pairs: readonly (readonly [string, string])[], keepEmpty: boolean): void {
    for (const [key, value] of pairs) if (value !== '' || keepEmpty) this.#set([key], value)
  }

  drop(names: readonly string[]): void {
    this.labels = Object.fromEntries(Object.entries(this.labels).filter(([name]) => !names.includes(name)))
  }

  keep(names: readonly string[]): void {
    this.labels = Object.fromEntries(Object.entries(this.labels).filter(([name]) => names.includes(name)))
  }

  #set(path: readonly string[], value: string): void {
    let name = path.map(cleanKey).join('_')
    if (/^[0-9]/.test(name)) name = `_${name}`
    if (name in this.stream) name += '_extracted'
    this.labels[name] = value
  }
}
