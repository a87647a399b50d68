import { tagName } from '../../../schema/event/row.ts'

/** Adds a tag by its stored path. */
export function addTag(tags: Record<string, string>, path: string, value: string): void {
  const name = path.includes('%') ? tagName(path) : path
  // An assignment would change the prototype.
  if (name === '__proto__') Object.defineProperty(tags, name, { value, enumerable: true })
  else tags[name] = value
}
