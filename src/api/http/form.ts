import { Fault } from '../../schema/fault.ts'

/** Keys deeper than this are refused: `a[b][c]` is three deep. */
const maxDepth = 12
const maxFields = 2_000
const keyShape = /^[^[\]]+(\[[^[\]]*\])*$/

/** A form: text by name, nested by bracketed keys. What its text means is for the schema of the route to say. */
export class FormBody {
  readonly value: Record<string, unknown>

  constructor(fields: Iterable<readonly [key: string, text: string]>) {
    this.value = nest(fields)
  }
}

/** Objects have no prototype, so that a field may have any name. */
interface Tree {
  [name: string]: Node
}
type Node = string | string[] | Tree

/**
 * `a=1` is {a: '1'}; `a[b]=1` {a: {b: '1'}}; `a[0][b]=1` {a: {'0': {b: '1'}}}; `a[]=1` or a repeated `a` {a: ['1', ...]}.
 * Throws parse_error for a key that is no such name, one that is both text and object, too many or too deep ones.
 */
function nest(fields: Iterable<readonly [string, string]>): Tree {
  const root: Tree = Object.create(null)
  let count = 0
  for (const [key, text] of fields) {
    if (++count > maxFields) throw unreadable(`more than ${maxFields} fields`)
    const path = pathOf(key)
    let at = root
    for (const name of path.slice(0, -1)) at = childOf(at, name, key)
    put(at, path.at(-1) ?? '', text, key)
  }
  return root
}

/** `a[b][]` is the names a and b: an empty last bracket only says that there may be more. */
function pathOf(key: string): string[] {
  const plain = key.endsWith('[]') ? key.slice(0, -2) : key
  if (!keyShape.test(plain)) throw unreadable(`the field name ${JSON.stringify(key)} is not name[name]...`)
  const path = plain.replaceAll(']', '').split('[')
  if (path.length > maxDepth) throw unreadable(`the field ${JSON.stringify(key)} is nested too deeply`)
  return path
}

function childOf(tree: Tree, name: string, key: string): Tree {
  const known = tree[name]
  if (known === undefined) {
    const made: Tree = Object.create(null)
    tree[name] = made
    return made
  }
  if (typeof known === 'string' || Array.isArray(known)) throw clash(key)
  return known
}

function put(tree: Tree, name: string, text: string, key: string): void {
  const known = tree[name]
  if (known === undefined) tree[name] = key.endsWith('[]') ? [text] : text
  else if (typeof known === 'string') tree[name] = [known, text]
  else if (Array.isArray(known)) known.push(text)
  else throw clash(key)
}

function clash(key: string): Fault {
  return unreadable(`the field ${JSON.stringify(key)} is given both as text and with brackets`)
}

function unreadable(why: string): Fault {
  return new Fault('parse_error', { detail: `Form parse error - ${why}` })
}
