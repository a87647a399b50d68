/** A parameter of an address, which holds one value of the state of a page. */
interface Part<T> {
  /** The name of its parameter. */
  name: string
  /** Returns the default for a text that is invalid or missing. */
  read: (text: string | null) => T
  /** Returns undefined for the default, which is left out of the address. */
  write: (value: T) => string | undefined
}

/** The state that an address holds. */
export type StateOf<A extends { read: (query: string) => unknown }> = ReturnType<A['read']>

/** One of some words. */
export function oneOf<const T extends string, D extends T | '' | undefined>(
  name: string,
  words: readonly T[],
  defaultValue: D,
): Part<T | D> {
  return {
    name,
    read: text => words.find(one => one === text) ?? defaultValue,
    write: value => (value === defaultValue ? undefined : value),
  }
}

/** A positive integer of at most `maxDigits` digits, such as an id. */
export function positiveInteger(name: string, maxDigits = 9): Part<number | undefined> {
  return {
    name,
    read: text =>
      text !== null && /^[1-9]\d*$/.test(text) && text.length <= maxDigits ? Number(text) : undefined,
    write: value => value?.toString(),
  }
}

/** The number of a page, from 1. */
export function pageNumber(maxDigits = 9): Part<number> {
  const { name, read } = positiveInteger('page', maxDigits)
  return {
    name,
    read: text => read(text) ?? 1,
    write: value => (value > 1 ? String(value) : undefined),
  }
}

/** A switch, off by default: `1` for on. */
export function flag(name: string): Part<boolean> {
  return { name, read: text => text === '1', write: value => (value ? '1' : undefined) }
}

const maxTextLength = 200

/** The text of a search field. */
export const searchText: Part<string> = {
  name: 'q',
  read: text => (text ?? '').slice(0, maxTextLength),
  write: value => value || undefined,
}

/**
 * Declares the parameters that hold the state of the page at `path`, which may have fixed parameters. `write`
 * keeps the order of `parts`.
 */
export function declareAddress<S extends object>(path: string, parts: { [K in keyof S]: Part<S[K]> }) {
  // The state has the members of `parts`.
  const members = Object.keys(parts) as (keyof S)[]
  return {
    /** The state in the query part of an address. Invalid parts get their default. */
    read(query: string): S {
      const params = new URLSearchParams(query)
      const read = members.map(member => [member, parts[member].read(params.get(parts[member].name))])
      // One value for each member, from its own part.
      return Object.fromEntries(read) as S
    },
    /** The address, without members that have their default. */
    write(state: Partial<S>): string {
      const [start, fixed] = path.split('?')
      const params = new URLSearchParams(fixed)
      for (const member of members) {
        const value = state[member]
        const text = value === undefined ? undefined : parts[member].write(value)
        if (text !== undefined) params.set(parts[member].name, text)
      }
      return params.size === 0 ? path : `${start}?${params}`
    },
  }
}
