/** How one member of a page's state is stored in a parameter of its address. */
interface Part<T> {
  /** Name of the parameter. */
  name: string
  /** Returns the default for an invalid text, and for null: the address does not have the parameter. */
  read: (text: string | null) => T
  /** Returns undefined for the default, which the address omits. */
  write: (value: T) => string | undefined
}

/** The state that an address of `declareAddress` holds. */
export type StateOf<A extends { read: (query: string) => unknown }> = ReturnType<A['read']>

/** One of the given values. The default is `fallback`. */
export function oneOf<const T extends string, D extends T | '' | undefined>(
  name: string,
  values: readonly T[],
  fallback: D,
): Part<T | D> {
  return {
    name,
    read: text => values.find(value => value === text) ?? fallback,
    write: value => (value === fallback ? undefined : value),
  }
}

/** A positive integer of at most `maxDigits` digits, such as an id. The default is undefined. */
export function positiveInteger(name: string, maxDigits = 9): Part<number | undefined> {
  return {
    name,
    read: text =>
      text !== null && /^[1-9]\d*$/.test(text) && text.length <= maxDigits ? Number(text) : undefined,
    write: value => value?.toString(),
  }
}

/** The parameter `page`, a number from 1. The default is 1. */
export function pageNumber(): Part<number> {
  const { name, read } = positiveInteger('page')
  return {
    name,
    read: text => read(text) ?? 1,
    write: value => (value > 1 ? String(value) : undefined),
  }
}

/** A boolean: `1` is true. The default is false. */
export function flag(name: string): Part<boolean> {
  return { name, read: text => text === '1', write: value => (value ? '1' : undefined) }
}

const maxTextLength = 200

/** The parameter `q`, the text of a search field. The default is empty. */
export const searchText: Part<string> = {
  name: 'q',
  read: text => (text ?? '').slice(0, maxTextLength),
  write: value => value || undefined,
}

/**
 * Declares how the address of a page holds its state, with parameters in the order of `parts`. `path` may
 * have parameters too (`/triggers?view=history`), which every address of the page has.
 */
export function declareAddress<S extends object>(path: string, parts: { [K in keyof S]: Part<S[K]> }) {
  // The state has the members of `parts`.
  const members = Object.keys(parts) as (keyof S)[]
  return {
    /** The state in the query part of an address. Invalid parts get their default. */
    read(query: string): S {
      const params = new URLSearchParams(query)
      const entries = members.map(member => [member, parts[member].read(params.get(parts[member].name))])
      // One value for each member, from its own part.
      return Object.fromEntries(entries) as S
    },
    /** The address, without members that have their default. */
    write(state: Partial<S>): string {
      const [pathname, ownQuery] = path.split('?')
      const params = new URLSearchParams(ownQuery)
      for (const member of members) {
        const value = state[member]
        const text = value === undefined ? undefined : parts[member].write(value)
        if (text !== undefined) params.set(parts[member].name, text)
      }
      return params.size === 0 ? path : `${pathname}?${params}`
    },
  }
}
